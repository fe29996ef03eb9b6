import { type Insertable, sql } from 'kysely'
import type { Database, Schema } from '../schema.ts'

/** Tables with the rows of accounts. */
type OwnedTable =
  | 'annotations'
  | 'api_keys'
  | 'bio_pages'
  | 'campaign_templates'
  | 'qr_styles'
  | 'saved_views'
  | 'stat_shares'
  | 'webhooks'

/** Inserts a row; false, without a change, if its owner has `max` rows already. */
export async function insertWithin<Table extends OwnedTable>(
  db: Database,
  table: Table,
  row: Insertable<Schema[Table]> & { readonly owner: string },
  max: number,
): Promise<boolean> {
  const target = sql.table(table)
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const { numAffectedRows } = await sql`
    insert into ${target} (${columns}) select ${sql.join(Object.values(row))}
    where (select count(*) from ${target} where owner = ${row.owner}) < ${max}`.execute(db.write)
  return numAffectedRows === 1n
}

/** Deletes a row of the owner; false if the owner has no row with this id. */
export async function deleteOwned(db: Database, table: OwnedTable, owner: string, id: string): Promise<boolean> {
  const query = sql`delete from ${sql.table(table)} where id = ${id} and owner = ${owner}`
  const { numAffectedRows = 0n } = await query.execute(db.write)
  return numAffectedRows > 0n
}
