import { type Kysely, sql } from 'kysely'
import { StoreUnusable } from '../kit/store-unusable.ts'
import { appliedSteps } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import { type CopiedTable, copiedTables } from './copied-tables.ts'

/** Values in the order of the table's columns. Numbers are decimal text, so that rows of both databases are equal. */
export type CopiedRow = readonly (string | null)[]

export type RowKey = readonly string[]

interface Batch {
  readonly rows: readonly CopiedRow[]
  /** The key of the last row; undefined without rows. */
  readonly last: RowKey | undefined
}

/** A database that can be read table by table. */
export interface CopySource {
  /** Its URL without secrets. */
  readonly address: string
  readonly tables: readonly CopiedTable[]
  count(table: string): Promise<number>
  /** Reads the next rows in key order: those after the key, or the first ones. */
  read(table: string, after: RowKey | undefined): Promise<Batch>
  close(): Promise<void>
}

/** The part of {@link CopySource} that both databases share. */
export async function sqlCopySource(
  db: Kysely<Schema>,
  schema?: string,
): Promise<Pick<CopySource, 'tables' | 'count' | 'read'>> {
  const tables = await copiedTables(db, schema)
  const tableOf = (name: string) => {
    const table = tables.find((table) => table.name === name)
    if (table === undefined) throw new Error(`${name} is not copied`)
    return table
  }
  return {
    tables,
    async count(name) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
      return Number(rows[0]?.count)
    },
    // With the types of the columns SQLite uses the whole key to find the position.
    read: (name, after) => readBatch(db, tableOf(name), { after, isTyped: schema !== undefined }),
  }
}

async function readBatch(
  db: Kysely<Schema>,
  table: CopiedTable,
  { after, isTyped }: { readonly after: RowKey | undefined; readonly isTyped: boolean },
): Promise<Batch> {
  const { name, columns, key, batch } = table
  const ordered = sql.join(key.map((column) => sql.ref(`${name}.${column}`)))
  const values = after?.map((value, index) => (isTyped ? typed(table, key[index] ?? '', value) : sql`${value}`))
  const from = values === undefined ? sql`` : sql`where (${ordered}) > (${sql.join(values)})`
  // Renamed, since otherwise `order by` would sort by the text.
  const selected = columns.map((column, index) => sql`cast(${sql.ref(column.name)} as text) as ${sql.ref(`c${index}`)}`)
  // Within, so that SQLite reads no more rows of a view than it needs.
  const query = sql<Record<string, string | null>>`
    select ${sql.join(selected)} from (
      select * from ${sql.table(name)} ${from} order by ${ordered} limit ${sql.lit(batch)}
    ) as ${sql.table(name)} order by ${ordered}`
  const rows = (await query.execute(db)).rows.map((row) => columns.map((_, index) => row[`c${index}`] ?? null))
  const last = rows.at(-1)
  return { rows, last: last && key.map((column) => last[indexOf(table, column)] ?? '') }
}

function typed(table: CopiedTable, column: string, value: string) {
  const { type = 'text' } = table.columns[indexOf(table, column)] ?? {}
  return sql`cast(${value} as ${sql.raw(type)})`
}

const indexOf = ({ columns }: CopiedTable, column: string) => columns.findIndex(({ name }) => name === column)

/** Throws `StoreUnusable` unless the database has exactly the migrations of this version. */
export async function requireSchema(db: Kysely<Schema>, address: string, known: readonly string[]): Promise<void> {
  const applied = await appliedSteps(db)
  if (applied.length === 0) throw new StoreUnusable('unsuitable', `${address} holds no data of shortlink`)
  const missing = known.filter((name) => !applied.includes(name))
  if (missing.length > 0) {
    throw new StoreUnusable(
      'unsuitable',
      `The schema of ${address} lacks ${missing.join(', ')}: run "shortlink migrate" on it before`,
    )
  }
  if (applied.length > known.length) {
    throw new StoreUnusable('newer', `${address} was made by a newer version of shortlink: copy it with that version`)
  }
}
