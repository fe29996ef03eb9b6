import type { Link, LinkId } from '@shortlink/core'
import { namespaceOf, type PublishChange } from '@shortlink/core/adapter'
import { CompiledQuery, type Kysely } from 'kysely'
import { freeSlugs } from './leaving.ts'
import { toRow } from './link-rows.ts'
import type { Schema } from './schema.ts'

/** The text of a `select` of columns of `links` from the statement's one parameter, a JSON list of rows. */
export type RowsFromJson = (columns: readonly string[]) => string

/** `where` keeps SQLite from reading `on conflict` as the condition of a join. */
export const sqliteRowsFromJson: RowsFromJson = (columns) =>
  `select ${columns.map((column) => `value ->> '${column}'`).join(', ')} from json_each(?) where true`

export const postgresRowsFromJson: RowsFromJson = (columns) =>
  `select ${columns.join(', ')} from json_populate_recordset(null::links, $1)`

/**
 * Inserts links in order unless their slugs are taken, and returns the ids of those inserted. The rows are one parameter, so that the
 * statement has the same text for any number of them and is compiled once: bound one by one, fourteen values a row cost more than the insert.
 */
export async function insertLinks(
  db: Kysely<Schema>,
  rowsFromJson: RowsFromJson,
  links: readonly Link[],
  publish: PublishChange,
): Promise<ReadonlySet<LinkId>> {
  const first = await insertUnlessTaken(db, rowsFromJson, links)
  const taken = links.filter(({ id }) => !first.has(id))
  const freed = taken.length > 0 && (await freeSlugs(db, taken))
  const ids = freed ? new Set([...first, ...(await insertUnlessTaken(db, rowsFromJson, taken))]) : first
  for (const link of links) if (ids.has(link.id)) publish({ namespace: namespaceOf(link), slug: link.slug })
  return ids
}

/** Returns the ids of the links inserted: only ids, since SQLite may give a link another number once it is inserted. */
async function insertUnlessTaken(db: Kysely<Schema>, rowsFromJson: RowsFromJson, links: readonly Link[]) {
  const rows = links.map(toRow)
  const [first] = rows
  if (first === undefined) return new Set<LinkId>()
  const columns = Object.keys(first)
  const text = `insert into links (${columns.join(', ')}) ${rowsFromJson(columns)} on conflict (namespace, slug) do nothing returning id`
  const inserted = await db.executeQuery<{ id: LinkId }>(CompiledQuery.raw(text, [JSON.stringify(rows)]))
  return new Set(inserted.rows.map(({ id }) => id))
}
