import { type Kysely, sql } from 'kysely'
import type { KeyedHit } from '../../sql/hits/hit-sums.ts'
import { digestOf, type InternedRow, type InternedTable } from '../../sql/hits/interned.ts'
import type { Schema } from '../../sql/schema.ts'

/** The key of each hit's row in a table, and the function that caches the keys once they are committed. */
export interface InternedColumn {
  readonly keys: readonly (number | null)[]
  readonly keep: () => void
}

/** Finds or inserts the rows of a table that the hits share, all by two statements. */
export async function internedColumn(
  db: Kysely<Schema>,
  table: InternedTable,
  hits: readonly KeyedHit[],
): Promise<InternedColumn> {
  const unknown = new Map<string, InternedRow>()
  const note = (contents: string, row: InternedRow) => {
    unknown.set(contents, row)
    return contents
  }
  const keysOrContents = hits.map(([hit, linkKey]) => table.keyOf(hit, linkKey, note))
  const fresh = await intern(db, table.name, unknown)
  return {
    keys: keysOrContents.map((one) => (typeof one === 'string' ? (fresh.get(one) as number) : one)),
    keep: () => table.keep(fresh),
  }
}

/** Keys by contents. Rows are written in the order of their digests, which rules out deadlocks between recorders. */
async function intern(
  db: Kysely<Schema>,
  name: string,
  unknown: ReadonlyMap<string, InternedRow>,
): Promise<ReadonlyMap<string, number>> {
  if (unknown.size === 0) return new Map()
  const rows = [...unknown]
    .map(([contents, row]) => ({ contents, row: { ...row, digest: digestOf(contents) } }))
    .sort((a, b) => (a.row.digest < b.row.digest ? -1 : 1))
  const columns = sql.join(Object.keys(rows[0]?.row ?? {}).map((column) => sql.id(column)))
  const table = sql.id(name)
  await sql`insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(rows.map(({ row }) => row))}::json)
    on conflict do nothing`.execute(db)
  const found = await sql<{ key: number; digest: string }>`
    select no as key, digest from ${table} where digest = any(${rows.map(({ row }) => row.digest)}::text[])`.execute(db)
  const keys = new Map(found.rows.map(({ key, digest }) => [digest, key]))
  return new Map(
    rows.map(({ contents, row }) => {
      const key = keys.get(row.digest)
      if (key === undefined) throw new Error(`A row of ${name} that was just inserted is missing`)
      return [contents, key]
    }),
  )
}
