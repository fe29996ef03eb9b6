import type { DomainEvent, Webhook } from '@shortlink/core'
import { linkClicked } from '@shortlink/core/adapter'
import type { Outbox } from '@shortlink/core/ports'
import type { Kysely } from 'kysely'
import type { KeyedHit } from '../hits/hit-sums.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import { LINK_TAGS } from '../rows/computed-columns.ts'
import type { Database, Schema } from '../schema.ts'
import type { WebhookDeliveriesTable } from '../tables/webhooks.ts'
import { toEventLink } from './event-link.ts'
import { subscribedTo, toDelivery, toDeliveryRow } from './webhook-rows.ts'

/** Rows of one insert statement. */
const BATCH_SIZE = 500

/** {@link Outbox} over either database. */
export const sqlOutbox = (db: Database, locks: RowLocks): Outbox => ({
  async add(events) {
    if (events.length === 0) return 0
    // Most owners have no webhook, so for them this query is all.
    const subscribers = await subscribersTo(db.lookup, events)
    const rows = subscribers.flatMap(({ id, owner, events: subscribed }) =>
      events
        .filter((event) => event.owner === owner && subscribed.includes(JSON.stringify(event.type)))
        .map((event) => toDeliveryRow(id, event)),
    )
    return rows.length === 0 ? 0 : inTransaction(db, (db) => queue(db, rows, locks))
  },

  addTo: (webhook: Webhook, event: DomainEvent) =>
    inTransaction(db, async (db) => {
      const row = toDeliveryRow(webhook.id, event)
      await queue(db, [row], locks)
      return toDelivery(row)
    }),
})

const subscribersTo = (db: Kysely<Schema>, events: readonly DomainEvent[]) =>
  db
    .selectFrom('webhooks')
    .where('owner', 'in', [...new Set(events.map(({ owner }) => owner))])
    .where('enabled', '=', 1)
    .select(['id', 'owner', 'events'])
    .execute()

/** Queues a `link.clicked` event for each new hit, in the transaction that stores the hits. */
export async function queueClicks(
  db: Kysely<Schema>,
  hits: readonly (readonly [...KeyedHit, ...unknown[]])[],
  locks: RowLocks,
): Promise<void> {
  // Most installations have no such webhook, and a query with the keys of thousands of links takes long to send.
  const wanted = await db
    .selectFrom('webhooks')
    .where('enabled', '=', 1)
    .where('events', 'like', subscribedTo('link.clicked'))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (wanted === undefined) return
  const linkKeys = [...new Set(hits.map(([, linkKey]) => linkKey))]
  const subscribers = await db
    .selectFrom('links')
    .innerJoin('webhooks', 'webhooks.owner', 'links.owner')
    .where('links.no', 'in', linkKeys)
    .where('webhooks.enabled', '=', 1)
    .where('webhooks.events', 'like', subscribedTo('link.clicked'))
    .select(['links.no as key', 'links.id', 'links.owner', 'hostname', 'slug', 'title', 'external_id'])
    .select(['links.created_at', 'target', 'guarded_target', 'guarded', LINK_TAGS])
    .select('webhooks.id as webhook')
    .execute()
  if (subscribers.length === 0) return
  const byLink = Map.groupBy(subscribers, ({ key }) => key)
  const rows = hits.flatMap(([hit, linkKey]) =>
    (byLink.get(linkKey) ?? []).map((row) => toDeliveryRow(row.webhook, linkClicked(toEventLink(row), hit))),
  )
  await queue(db, rows, locks)
}

/** Inserts deliveries that are not queued yet, for webhooks that still exist; these cannot be deleted before the transaction ends. */
async function queue(
  db: Kysely<Schema>,
  rows: readonly WebhookDeliveriesTable[],
  { keepRow, notLater }: RowLocks,
): Promise<number> {
  const webhooks = await db
    .selectFrom('webhooks')
    .where('id', 'in', [...new Set(rows.map((row) => row.webhook_id))])
    .select('id')
    .orderBy('id')
    .modifyEnd(keepRow)
    .execute()
  const existing = new Set(webhooks.map(({ id }) => id))
  const wanted = rows.filter((row) => existing.has(row.webhook_id))
  let queued = 0
  for (let start = 0; start < wanted.length; start += BATCH_SIZE) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('webhook_deliveries')
      .values(wanted.slice(start, start + BATCH_SIZE).map((row) => ({ ...row, due_at: notLater(row.created_at) })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    queued += Number(numInsertedOrUpdatedRows ?? 0)
  }
  return queued
}
