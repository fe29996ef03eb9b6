import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { nodeDns } from '@shortlink/adapters/dns'
import type { Settings } from './settings.ts'
import { writtenFolders } from './stores.ts'

/** Asks the resolver that verifies domains about the service's own host, then the system where that host is. */
export async function checkDns({ DNS_SERVERS, BASE_URL }: Settings): Promise<string> {
  const { hostname } = new URL(BASE_URL)
  const asked = await nodeDns(DNS_SERVERS).txt(hostname)
  if (asked.isErr()) throw new Error('the resolver for domain verification does not answer')
  const { address } = await lookup(hostname)
  return `${hostname} is at ${address}`
}

/** Free disk, in bytes, around what the service writes; where a folder is yet to be made, around its place. */
export async function freeDiskBytes(settings: Settings): Promise<number> {
  const { leastFreeBytes } = await import('@shortlink/adapters/system')
  return leastFreeBytes(
    writtenFolders(settings.DATA_DIR, settings.DATABASE_URL).map((folder) =>
      existsSync(folder) ? folder : dirname(resolve(folder)),
    ),
  )
}
