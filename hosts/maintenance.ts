import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { nodeDns } from '@shortlink/adapters/dns'
import { foldersOf } from './data-folders.ts'
import type { Settings } from './settings.ts'

const FILE = 'sqlite:'

/** Looks at the database that the settings name, without changing it. */
export async function inspectDatabase({ DATABASE_URL: url }: Settings) {
  if (url.startsWith(FILE)) {
    const { inspectSqlite } = await import('@shortlink/adapters/sqlite')
    return inspectSqlite(url.slice(FILE.length))
  }
  const { inspectPostgres } = await import('@shortlink/adapters/postgres')
  return inspectPostgres(url)
}

/** Copies the SQLite database to a file, whether or not a server is running; gives the copy's size in bytes. */
export async function backUpDatabase({ DATABASE_URL: url }: Settings, to: string): Promise<number> {
  if (!url.startsWith(FILE)) throw new Error('backup copies SQLite databases; for Postgres use pg_dump')
  const { backUpSqlite } = await import('@shortlink/adapters/sqlite')
  return backUpSqlite(url.slice(FILE.length), to)
}

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
  return leastFreeBytes(foldersOf(settings).map((folder) => (existsSync(folder) ? folder : dirname(resolve(folder)))))
}
