import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { LEFT_OUT } from '../../adapters/sql/copy/copied-tables.ts'
import { showBatchesAsRows } from '../../adapters/sqlite/hits/batched-visitors.ts'

interface DatabaseRowsOptions {
  /** Whether to include batched visitors as rows, in the form that a copy reads. */
  readonly withBatches?: boolean
}

/** Returns all rows of every copied table, as sorted text that is the same for either kind of database. */
export async function databaseRows(
  url: string,
  { withBatches = false }: DatabaseRowsOptions = {},
): Promise<Record<string, readonly string[]>> {
  const rows = url.startsWith('sqlite:')
    ? sqliteRows(url.slice('sqlite:'.length), withBatches)
    : await postgresRows(url)
  return Object.fromEntries(rows.filter(([table]) => !(table in LEFT_OUT) && !table.startsWith('sqlite_')).sort())
}

type Rows = [table: string, rows: readonly string[]][]

function sqliteRows(file: string, withBatches: boolean): Rows {
  const db = new Sqlite(file, { readonly: true }).defaultSafeIntegers()
  try {
    if (withBatches) showBatchesAsRows(db)
    const tables = db.prepare<[], string>(`select name from sqlite_master where type = 'table'`).pluck().all()
    return tables.map((table) => [table, asText(db.prepare<[], object>(`select * from "${table}"`).all())])
  } finally {
    db.close()
  }
}

async function postgresRows(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => String } })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const texts: Rows = []
    for (const { name } of rows) texts.push([name, asText((await client.query(`select * from "${name}"`)).rows)])
    return texts
  } finally {
    await client.end()
  }
}

const asText = (rows: readonly object[]) =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([column, value]) => [column, value === null ? null : String(value)])
          .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
      ),
    )
    .sort()
