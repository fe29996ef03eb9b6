import { dirname, resolve } from 'node:path'
import type { OnStatement } from '@shortlink/adapters/kit'
import type { ReplicaUse } from '@shortlink/adapters/postgres'
import type {
  CopySource,
  CopyTarget,
  HitWriter,
  Inspection,
  ReadLimits,
  Restored,
  RowKey,
} from '@shortlink/adapters/sqlite'
import type { Store } from '@shortlink/core/ports'

export type { CopySource, CopyTarget, Inspection, ReadLimits, RowKey }

/** A store that replicas may share, which numbers them. */
export interface OpenStore extends Store {
  /** A number below 1,024 that no other running replica has. */
  replicaNumber(): Promise<number>
  /** Current connections, and callers that wait for one; absent without a pool. */
  poolUse?(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** State of the read replica; undefined without one. */
  replicaUse?(): ReplicaUse | undefined
  /** Starts its threads, which otherwise start at their first call. */
  warmUp?(): void
}

interface OpenOptions {
  /** A read replica of the database, which only Postgres has. */
  readonly readUrl?: string | undefined
  /** Whether to refuse a second server on the database, if the database allows only one. */
  readonly exclusive: boolean
  /** Ends a start that waits for the database or another server's migration. */
  readonly signal?: AbortSignal | undefined
  /** Called with the migration steps of a newer version. */
  readonly onNewer: (steps: readonly string[]) => void
  readonly readLimits?: Partial<ReadLimits>
  /** Called after each statement of this thread. */
  readonly onStatement?: OnStatement | undefined
  /** Called when the start waits for another server's migration. */
  readonly onWaiting: () => void
  /** How long the start waits for a database server that does not respond. */
  readonly waitMs?: number
  /** Called when it waits, with the error. */
  readonly onAway?: (why: string) => void
  /** Called when changes of other replicas arrive late, by up to a second. */
  readonly onNotificationsLost: () => void
  /** Called when the read replica is left out, with the reason, and when it is used again. */
  readonly onReplicaAway?: (reason: string) => void
  readonly onReplicaBack?: () => void
}

/** A database by its URL. */
interface StoreAt {
  /** The database file, for a database that is one. */
  readonly file?: string
  open(options: OpenOptions): Promise<OpenStore>
  /** For a worker thread: a separate connection that only records hits. The store must have been opened before. */
  openHits(): Promise<HitWriter>
  /** Reads the schema and the counts; changes nothing. */
  inspect(): Promise<Inspection>
  /** Returns by how many bytes of its log a read replica is behind; rejects if it is none. Absent if the database has none. */
  inspectReplica?(readUrl: string): Promise<number>
  /** Recomputes wrong rollups of visits; returns their number. The store must have been opened before. */
  repair(): Promise<number>
  /** Copies the database to a new file; returns the size of the copy in bytes. */
  backUp(to: string): Promise<number>
  /** Replaces the database with a backup, unless `accept` throws for its contents. No server may run on the database. */
  restore(backup: string, accept: (inspection: Inspection) => Promise<void>): Promise<Restored>
  /** Opens the database to be copied to another one. No server may run on it. */
  openCopySource(): Promise<CopySource>
  /** Opens the database that receives a copy, and creates or migrates it as needed. No server may run on it. */
  openCopyTarget(): Promise<CopyTarget>
}

interface Kind {
  readonly pattern: RegExp
  /** Reports the problem with a URL that the pattern accepts, without secrets. */
  fault?(address: string): string | undefined
  at(address: string): StoreAt
}

const NO_URL = 'is not a URL: percent-encode the password in it (/ is %2F, # is %23, ? is %3F, @ is %40, % is %25)'

/** Every kind of database: the URLs that it handles, and its operations. Its adapter is loaded at the first call. */
const STORES: Readonly<Record<string, Kind>> = {
  sqlite: {
    pattern: /^sqlite:.+$/,
    at(address) {
      const file = address.slice('sqlite:'.length)
      return {
        file,
        open: async ({ exclusive, onNewer, readLimits, onStatement }) =>
          (await sqlite()).openSqliteStore({ file, exclusive, onNewer, readLimits, onStatement }),
        openHits: async () => (await sqlite()).openSqliteHits({ file }),
        inspect: async () => (await sqlite()).inspectSqlite(file),
        repair: async () => (await sqlite()).repairSqlite(file),
        backUp: async (to) => (await sqlite()).backUpSqlite(file, to),
        restore: async (backup, accept) => (await sqlite()).restoreSqlite(file, backup, accept),
        openCopySource: async () => (await sqlite()).openSqliteCopySource(file),
        openCopyTarget: async () => (await sqlite()).openSqliteCopyTarget(file),
      }
    },
  },
  postgres: {
    pattern: /^postgres(ql)?:\/\/.+$/,
    fault: (url) => (isPostgresUrl(url) ? undefined : NO_URL),
    at: (url) => ({
      open: async ({ exclusive: _, ...options }) => (await postgres()).openPostgresStore({ url, ...options }),
      openHits: async () => (await postgres()).openPostgresHits({ url }),
      inspect: async () => (await postgres()).inspectPostgres(url),
      inspectReplica: async (readUrl) => (await postgres()).inspectReadReplica(url, readUrl),
      repair: async () => (await postgres()).repairPostgres(url),
      backUp: async () => {
        throw new Error('backup supports only SQLite; for Postgres use pg_dump')
      },
      restore: async () => {
        throw new Error('restore supports only SQLite; for Postgres use pg_restore')
      },
      openCopySource: async () => (await postgres()).openPostgresCopySource(url),
      openCopyTarget: async () => (await postgres()).openPostgresCopyTarget(url),
    }),
  },
}

/** A `/`, `#` or `?` in a password ends the host too early: the rest of the password and the `@` are then in the path or after it. */
function isPostgresUrl(url: string): boolean {
  // A socket's folder is a parameter, and the host is empty.
  const parsed = URL.parse(url.replace('@/', '@localhost/'))
  if (parsed === null || /%(?![\da-f]{2})/i.test(parsed.password)) return false
  const { pathname, search, hash, username } = parsed
  const rest = username === '' ? pathname + search : pathname
  return hash === '' && !rest.includes('@') && !pathname.slice(1).includes('/')
}

const sqlite = () => import('@shortlink/adapters/sqlite')
const postgres = () => import('@shortlink/adapters/postgres')

const kindOf = (address: string) => Object.values(STORES).find(({ pattern }) => pattern.test(address))

/** Whether the URL is that of a database that can have a read replica. */
export const isReplicable = (address: string): boolean => kindOf(address) === STORES.postgres

/** Whether some kind of database has URLs of this form. */
export const isStoreAddress = (address: string): boolean => kindOf(address) !== undefined

/** Reports the problem with a URL of a known scheme, without its password; undefined when it is usable. */
export function addressFault(address: string): string | undefined {
  const kind = kindOf(address)
  return kind?.fault?.(address)
}

/** The database at the URL; opens nothing yet. */
export function storeAt(address: string): StoreAt {
  const kind = kindOf(address)
  if (kind === undefined) throw new Error(`Unsupported database scheme: ${address.split(':', 1)[0]}:`)
  return kind.at(address)
}

/** The folders on this machine that the service writes to: the data folder and the folder of the database file. */
export function writtenFolders(dataFolder: string, address: string): readonly string[] {
  const { file } = storeAt(address)
  return file === undefined ? [dataFolder] : [...new Set([dataFolder, dirname(file)])]
}

/** The URL of a database without a password, and with the full path of a file. */
export function describeDatabase(address: string): string {
  const { file } = storeAt(address)
  if (file !== undefined) return `sqlite:${resolve(file)}`
  if (!URL.canParse(address)) return `${address.split(':', 1)[0]}:`
  const url = new URL(address)
  url.password = ''
  // Parameters may hold a password, too.
  url.search = ''
  return url.href
}
