import type { Hit } from '@shortlink/core'
import type { Database } from 'better-sqlite3'
import { digestOf, type InternedRow, type InternedTable, internedTables } from '../../sql/hits/interned.ts'

/** Finds or inserts the rows that hits share. */
export function interner(db: Database) {
  const interned = internedTables()
  const tables = interned.tables.map((table) => tableInterner(db, table))
  return {
    /** Called first in each transaction. */
    begin: interned.clearIfOld,
    /** The keys of a hit's rows, in the order of the tables. */
    keysOf: (hit: Hit, linkKey: number) => tables.map(({ keyOf }) => keyOf(hit, linkKey)),
    /** Call it last: caches the keys that were found if their rows are committed. */
    end(isCommitted: boolean) {
      for (const table of tables) table.end(isCommitted)
    },
  }
}

function tableInterner(db: Database, table: InternedTable) {
  const fresh = new Map<string, number>()
  const find = db.prepare<[string], number>(`select no from ${table.name} where digest = ?`).pluck()
  const columns = db
    .prepare<[string], string>(`select name from pragma_table_info(?) where name <> 'no'`)
    .pluck()
    .all(table.name)
  const insert = db.prepare<InternedRow>(
    `insert into ${table.name} (${columns.join(', ')}) values (${columns.map((name) => `$${name}`).join(', ')})`,
  )

  function intern(contents: string, row: InternedRow): number {
    const found = fresh.get(contents)
    if (found !== undefined) return found
    const digest = digestOf(contents)
    const key = find.get(digest) ?? Number(insert.run({ ...row, digest }).lastInsertRowid)
    fresh.set(contents, key)
    return key
  }

  return {
    keyOf: (hit: Hit, linkKey: number) => table.keyOf(hit, linkKey, intern),
    end(isCommitted: boolean) {
      if (isCommitted) table.keep(fresh)
      fresh.clear()
    },
  }
}
