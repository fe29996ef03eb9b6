import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Log } from '../../kit/log.ts'
import { type Settings, SettingsError } from '../settings/settings.ts'
import { writtenFolders } from '../stores.ts'
import type { Parts } from './types.ts'

/** Opens the data about visitors, and reloads its files when they change. */
export async function openVisitorData({ GEO_DB, ASN_DB }: Settings, log: Log) {
  const { openVisitors } = await import('@shortlink/adapters/visitors')
  const onError = (err: Error) => log.error({ err }, 'a geo database cannot be used')
  return openVisitors({ geoDb: GEO_DB, asnDb: ASN_DB, onError }).catch((error: Error) => {
    throw new SettingsError(`GEO_DB or ASN_DB: ${error.message}`, { cause: error })
  })
}

/** Watches the free space of the service's folders, which must exist. */
export async function watchDisk(
  { DATA_DIR, DATABASE_URL, MIN_FREE_DISK_MB }: Settings,
  log: Log,
): Promise<Parts['capacity'] & { stop(): void }> {
  const { watchDiskSpace } = await import('@shortlink/adapters/system')
  return watchDiskSpace({
    folders: writtenFolders(DATA_DIR, DATABASE_URL),
    minFreeBytes: MIN_FREE_DISK_MB * 2 ** 20,
    onChange(hasRoom, freeBytes) {
      if (hasRoom) log.info({ freeBytes }, 'free disk is above MIN_FREE_DISK_MB again: creations are allowed')
      else log.error({ freeBytes }, 'free disk is below MIN_FREE_DISK_MB: creations are refused, redirects continue')
    },
  })
}

/** Returns the least free space, in bytes, of the service's folders; for a missing folder, of its location. */
export async function readFreeBytes({ DATA_DIR, DATABASE_URL }: Settings): Promise<number> {
  const { leastFreeBytes } = await import('@shortlink/adapters/system')
  const folders = writtenFolders(DATA_DIR, DATABASE_URL)
  return leastFreeBytes(folders.map((folder) => (existsSync(folder) ? folder : dirname(resolve(folder)))))
}
