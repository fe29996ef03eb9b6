import { type Kysely, sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import { StoreUnusable } from '../kit/store-unusable.ts'
import type { Schema } from '../schema.ts'
import type { CopiedTable } from './copied-tables.ts'
import type { CopiedRow, CopySource, RowKey } from './copy-source.ts'

/** Position of a copy: the rows of the table up to the key, and all of the previous tables. */
interface CopyPosition {
  /** Empty when all tables are copied. */
  readonly table: string
  readonly after: RowKey | undefined
}

/** A database that receives a copy; the copy can resume after a kill at any moment. */
export interface CopyTarget extends CopySource {
  /**
   * Starts a copy of that source, or continues it. Throws `StoreUnusable` for a database that has other data or an unfinished copy of
   * another source.
   */
  begin(source: string): Promise<CopyPosition>
  /** Writes the rows between the two positions, and the new position, in one transaction. */
  save(from: CopyPosition, to: CopyPosition, rows: readonly CopiedRow[]): Promise<void>
  /** Prepares the database for servers. */
  finish(): Promise<void>
}

/** Differences between the databases. */
export interface CopyWriter {
  readonly locks: RowLocks
  /** Makes an empty database accept rows with any number, even when it had rows before. */
  begin(db: Kysely<Schema>): Promise<void>
  insert(db: Kysely<Schema>, table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>
  /** Advances the key generators past the copied keys, and updates the statistics for query planning. */
  complete(db: Kysely<Schema>, tables: readonly CopiedTable[]): Promise<void>
}

const ONLY_ROW = 1

/** The part of {@link CopyTarget} that both databases share. */
export const sqlCopyTarget = (
  db: Kysely<Schema>,
  tables: readonly CopiedTable[],
  writer: CopyWriter,
): Pick<CopyTarget, 'begin' | 'save' | 'finish'> => ({
  begin: (source) => db.transaction().execute((db) => begin(db, tables, writer, source)),

  save: (from, to, rows) =>
    db.transaction().execute(async (db) => {
      await requirePosition(db, writer, from)
      const table = tables.find(({ name }) => name === from.table)
      if (table !== undefined && rows.length > 0) await writer.insert(db, table, rows)
      await db.updateTable('copy_progress').set(toRow(to)).execute()
    }),

  finish: () =>
    db.transaction().execute(async (db) => {
      await writer.complete(db, tables)
      await db.deleteFrom('copy_progress').execute()
    }),
})

async function begin(db: Kysely<Schema>, tables: readonly CopiedTable[], writer: CopyWriter, source: string) {
  const found = await lockedProgress(db, writer)
  if (found !== undefined) {
    if (found.source === source) return found.position
    throw unfinished(found.source)
  }
  for (const { name } of tables) {
    // A server that was started on the empty database has left a value there.
    if (name === 'instance') continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) {
      throw new StoreUnusable('unsuitable', `The target is not empty (${name} has rows): copy into a new database`)
    }
  }
  await db.deleteFrom('instance').execute()
  await writer.begin(db)
  const start: CopyPosition = { table: tables[0]?.name ?? '', after: undefined }
  await db
    .insertInto('copy_progress')
    .values({ id: ONLY_ROW, source, ...toRow(start) })
    .execute()
  return start
}

/** Two concurrent copies do not disturb each other: the later one finds another position. */
async function requirePosition(db: Kysely<Schema>, writer: CopyWriter, expected: CopyPosition) {
  const found = await lockedProgress(db, writer)
  if (found === undefined || JSON.stringify(toRow(found.position)) !== JSON.stringify(toRow(expected)))
    throw new Error('Another copy into this database is running')
}

async function lockedProgress(db: Kysely<Schema>, { locks }: CopyWriter) {
  const { rows } = await sql<{ source: string; table_name: string; after_key: string | null }>`
    select source, table_name, after_key from copy_progress ${locks.change}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const after = row.after_key === null ? undefined : (JSON.parse(row.after_key) as RowKey)
  return { source: row.source, position: { table: row.table_name, after } }
}

const toRow = ({ table, after }: CopyPosition) => ({
  table_name: table,
  after_key: after === undefined ? null : JSON.stringify(after),
})

const unfinished = (source: string) =>
  new StoreUnusable('unsuitable', `The database holds an unfinished copy of ${source}: run that copy again to its end`)

/** Throws `StoreUnusable` when a copy into the database is unfinished, so that no server serves a part of the data. */
export async function refuseUnfinishedCopy(db: Kysely<Schema>): Promise<void> {
  const row = await db.selectFrom('copy_progress').select('source').executeTakeFirst()
  if (row !== undefined) throw unfinished(row.source)
}
