import { dirname, resolve } from 'node:path'
import type { CopySource, CopyTarget, HitWriter, Inspection, RowKey } from '@shortlink/adapters/sqlite'
import type { Store } from '@shortlink/core'

export type { CopySource, CopyTarget, Inspection, RowKey }

/** A store that replicas may share, which numbers them. */
export interface OpenStore extends Store {
  /** A number below 1,024 that no other running replica has. */
  replicaNumber(): Promise<number>
  /** Connections now, and callers that wait for one; absent where there is no pool. */
  poolUse?(): { readonly total: number; readonly idle: number; readonly waiting: number }
}

interface OpenOptions {
  /** Whether to refuse a second server on the database, where it has one server alone. */
  readonly exclusive: boolean
  /** Ends a start that waits for another server's migration. */
  readonly signal?: AbortSignal | undefined
  /** Called with the migration steps of a newer version. */
  readonly onNewer: (steps: readonly string[]) => void
  /** Called when the start waits for another server's migration. */
  readonly onWaiting: () => void
  /** Called when changes of other replicas arrive late, by up to a second. */
  readonly onNotificationsLost: () => void
}

/** A database by its address. */
interface StoreAt {
  /** The database file, for a database that is one. */
  readonly file?: string
  open(options: OpenOptions): Promise<OpenStore>
  /** For a worker thread: a connection of its own that only records hits. The store must have been opened before. */
  openHits(): Promise<HitWriter>
  /** Reads the schema and the counts; changes nothing. */
  inspect(): Promise<Inspection>
  /** Copies the database to a new file; returns the size of the copy in bytes. */
  backUp(to: string): Promise<number>
  /** Opens the database to be copied to another one. No server may run on it. */
  openCopySource(): Promise<CopySource>
  /** Opens the database that takes a copy, made or migrated as needed. No server may run on it. */
  openCopyTarget(): Promise<CopyTarget>
}

/** Every kind of database: which addresses are its own, and what it does there. Its adapter is loaded at the first call. */
const STORES: Readonly<Record<string, { readonly pattern: RegExp; at(address: string): StoreAt }>> = {
  sqlite: {
    pattern: /^sqlite:.+$/,
    at(address) {
      const file = address.slice('sqlite:'.length)
      return {
        file,
        open: async ({ exclusive, onNewer }) => (await sqlite()).openSqliteStore({ file, exclusive, onNewer }),
        openHits: async () => (await sqlite()).openSqliteHits({ file }),
        inspect: async () => (await sqlite()).inspectSqlite(file),
        backUp: async (to) => (await sqlite()).backUpSqlite(file, to),
        openCopySource: async () => (await sqlite()).openSqliteCopySource(file),
        openCopyTarget: async () => (await sqlite()).openSqliteCopyTarget(file),
      }
    },
  },
  postgres: {
    pattern: /^postgres(ql)?:\/\/.+$/,
    at: (url) => ({
      open: async ({ exclusive: _, ...options }) => (await postgres()).openPostgresStore({ url, ...options }),
      openHits: async () => (await postgres()).openPostgresHits({ url }),
      inspect: async () => (await postgres()).inspectPostgres(url),
      backUp: async () => {
        throw new Error('backup copies SQLite databases; for Postgres use pg_dump')
      },
      openCopySource: async () => (await postgres()).openPostgresCopySource(url),
      openCopyTarget: async () => (await postgres()).openPostgresCopyTarget(url),
    }),
  },
}

const sqlite = () => import('@shortlink/adapters/sqlite')
const postgres = () => import('@shortlink/adapters/postgres')

const kindOf = (address: string) => Object.values(STORES).find(({ pattern }) => pattern.test(address))

/** Whether a kind of database has addresses of this form. */
export const isStoreAddress = (address: string): boolean => kindOf(address) !== undefined

/** The database at the address; nothing is opened yet. */
export function storeAt(address: string): StoreAt {
  const kind = kindOf(address)
  if (kind === undefined) throw new Error(`No kind of database has the scheme ${address.split(':', 1)[0]}:`)
  return kind.at(address)
}

/** The folders on this machine that the service writes to: the data folder and that of the database file. */
export function writtenFolders(dataFolder: string, address: string): readonly string[] {
  const { file } = storeAt(address)
  return file === undefined ? [dataFolder] : [...new Set([dataFolder, dirname(file)])]
}

/** The address of a database without a password, and with the whole path of a file. */
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
