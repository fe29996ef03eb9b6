import type { AuditEntry, Link, LinkId } from '@shortlink/core'
import { namespaceOf, type PublishChange } from '@shortlink/core/adapter'
import type { LinkRecord, Links, Store } from '@shortlink/core/ports'
import { CompiledQuery, type Kysely } from 'kysely'
import { err, ok, ResultAsync } from 'neverthrow'
import { entriesJson } from '../audit.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import type { RowsFromJson } from '../kit/rows-from-json.ts'
import { inTransaction } from '../kit/transaction.ts'
import { freeSlugs } from '../rows/leaving.ts'
import { toRow } from '../rows/link-rows.ts'
import type { Schema } from '../schema.ts'
import { subscribedTo } from '../webhooks/webhook-rows.ts'
import { insertLinkTags } from './link-tags.ts'
import { insertVisitLimits } from './visit-limits.ts'

/**
 * Inserts links and their audit entries at once: the entries of the links that the statement `insertLinks` inserts. Both parameters are JSON.
 */
export type LinksWithEntries = (insertLinks: string, links: string, entries: string) => CompiledQuery<{ id: LinkId }>

/** Differences between the databases. */
export interface LinkInsertDialect {
  readonly rowsFromJson: RowsFromJson
  readonly linksWithEntries: LinksWithEntries
  readonly locks: RowLocks
}

/** A link to insert alone, with its audit entry if it gets one. */
export interface AloneLink {
  readonly link: LinkRecord
  readonly entry?: AuditEntry | undefined
}

/** Whether a link has rows in other tables from the start. */
const hasRows = ({ maxVisits, tags }: Link) => maxVisits !== null || tags.length > 0

/** Selects all links to insert. `where` also prevents SQLite from reading `on conflict` as the condition of a join. */
const ANY = 'where true'
/** Selects links of owners without a subscription and without a webhook for the event. */
const ALONE = `where not exists (
    select 1 from webhooks
    where webhooks.owner = new.owner and enabled = 1 and events like '${subscribedTo('link.created')}')
  and not exists (select 1 from subscriptions where subscriptions.owner = new.owner)
  and not exists (
    select 1 from payment_customers join subscriptions on subscriptions.customer = payment_customers.customer
    where payment_customers.owner = new.owner)`

/**
 * The ways to insert links. The rows are one parameter, so that the statement has the same text for any number of them, which SQLite
 * compiles once: bound one by one, fourteen values a row cost more than the insert.
 */
export function linkInserts(
  db: Kysely<Schema>,
  { rowsFromJson, linksWithEntries, locks }: LinkInsertDialect,
  publish: PublishChange,
): Pick<Links, 'insert' | 'insertMany'> & {
  /** Inserts the links that {@link Store.insertAlone} would insert. */
  insertManyAlone(links: readonly AloneLink[]): Promise<ReadonlySet<LinkId>>
} {
  /** Returns the ids of the links inserted: only ids, since SQLite may give a link another number once it is inserted. */
  async function insertUnlessTaken(
    db: Kysely<Schema>,
    links: readonly LinkRecord[],
    { condition = ANY, entries = [] }: { condition?: string; entries?: readonly AuditEntry[] } = {},
  ): Promise<ReadonlySet<LinkId>> {
    const rows = links.map(toRow)
    const [first] = rows
    if (first === undefined) return new Set()
    const columns = Object.keys(first)
    const text = `insert into links (${columns.join(', ')})
      select ${columns.join(', ')} from (${rowsFromJson(columns)}) as new ${condition}
      on conflict do nothing returning id`
    const json = JSON.stringify(rows)
    const query =
      entries.length === 0
        ? (CompiledQuery.raw(text, [json]) as CompiledQuery<{ id: LinkId }>)
        : linksWithEntries(text, json, entriesJson(entries))
    const inserted = await db.executeQuery(query)
    return new Set(inserted.rows.map(({ id }) => id))
  }

  function published(links: readonly LinkRecord[], ids: ReadonlySet<LinkId>): ReadonlySet<LinkId> {
    for (const link of links) if (ids.has(link.id)) publish({ namespace: namespaceOf(link), slug: link.slug })
    return ids
  }

  async function insertOrFree(db: Kysely<Schema>, links: readonly LinkRecord[]): Promise<ReadonlySet<LinkId>> {
    const first = await insertUnlessTaken(db, links)
    const taken = links.filter(({ id }) => !first.has(id))
    return taken.length === 0 ? first : new Set([...first, ...(await insertFreed(db, taken))])
  }

  /** Inserts the links with slugs that can be freed for them: in one transaction, so that no other caller takes a slug in between. */
  const insertFreed = (db: Kysely<Schema>, links: readonly LinkRecord[]) =>
    inTransaction({ write: db }, async (db) =>
      (await freeSlugs(db, links)) ? insertUnlessTaken(db, links) : new Set<LinkId>(),
    )

  async function insertWithRows(db: Kysely<Schema>, links: readonly LinkRecord[]): Promise<ReadonlySet<LinkId>> {
    const ids = await insertOrFree(db, links)
    const inserted = links.filter(({ id }) => ids.has(id))
    await insertVisitLimits(db, inserted)
    await insertLinkTags(db, locks, inserted)
    return ids
  }

  async function insertMany(links: readonly LinkRecord[]): Promise<ReadonlySet<LinkId>> {
    const inserting = links.some(hasRows)
      ? db.isTransaction
        ? insertWithRows(db, links)
        : db.transaction().execute((db) => insertWithRows(db, links))
      : insertOrFree(db, links)
    return published(links, await inserting)
  }

  return {
    insert: ({ passwordHash = null, ...link }) =>
      ResultAsync.fromSafePromise(insertMany([{ ...link, passwordHash }])).andThen(({ size }) =>
        size === 1 ? ok(link) : err({ type: 'slug-taken' as const }),
      ),
    insertMany,
    insertManyAlone: async (given) => {
      const alone = given.filter(({ link }) => !hasRows(link))
      const links = alone.map(({ link }) => link)
      const entries = alone.flatMap(({ entry }) => entry ?? [])
      return published(links, await insertUnlessTaken(db, links, { condition: ALONE, entries }))
    },
  }
}
