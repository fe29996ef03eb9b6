import { join } from 'node:path'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, it } from 'vitest'
import { COPIED, LEFT_OUT } from '../../../../adapters/sql/copy/copied-tables.ts'
import { emptyPostgresDatabase, temporaryFolder } from '../../../support/databases.ts'

const KEYS = Object.fromEntries(Object.entries(COPIED).map(([table, { key }]) => [table, key]))

/** The primary keys of the tables that are not left out. */
const copiedOf = (rows: readonly { readonly table: string; readonly column: string }[]) => {
  const keys: Record<string, string[]> = {}
  for (const { table, column } of rows) if (!(table in LEFT_OUT)) keys[table] = [...(keys[table] ?? []), column]
  return keys
}

it('a copy knows the primary key of every table of a SQLite database, or leaves the table out with a reason', async () => {
  const file = join(temporaryFolder(), 'shortlink.db')
  await (await openSqliteStore({ file })).close()
  const db = new Sqlite(file, { readonly: true })
  const rows = db.prepare<[], { table: string; column: string }>(`
    select tables.name as "table", columns.name as "column"
    from sqlite_master as tables join pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.pk > 0 order by tables.name, columns.pk`)
  expect(copiedOf(rows.all())).toEqual(KEYS)
  const tables = db
    .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .pluck()
    .all()
  expect(tables.filter((table) => !(table in COPIED) && !(table in LEFT_OUT))).toEqual([])
  db.close()
})

it('a copy knows the primary key of every table of a Postgres database, or leaves the table out with a reason', async () => {
  const url = await emptyPostgresDatabase()
  await (await openPostgresStore({ url })).close()
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(`
    select keys.table_name as "table", keys.column_name as "column"
    from information_schema.key_column_usage as keys
    join information_schema.table_constraints as constraints using (constraint_schema, constraint_name)
    where constraints.constraint_type = 'PRIMARY KEY' and keys.table_schema = current_schema()
      and not (select relispartition from pg_class where oid = keys.table_name::regclass)
    order by keys.table_name, keys.ordinal_position`)
  expect(copiedOf(rows)).toEqual(KEYS)
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const names = tables.rows.map(({ name }) => name)
  expect(names.filter((name) => !(name in COPIED) && !(name in LEFT_OUT))).toEqual([])
  await client.end()
})
