import type { DomainEvent } from '@shortlink/core'
import type { ClaimedDelivery, ClaimRequest, WaitingWebhook } from '@shortlink/core/ports'
import { type Kysely, sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import type { Schema } from '../schema.ts'
import { toWebhook } from './webhook-rows.ts'

/** The webhooks with due deliveries. Skips from webhook to webhook in the index, without reading all deliveries of any. */
export const waitingWebhooks = (now: number, take: number) => sql<WaitingWebhook>`
  with recursive pending (webhook_id) as (
    select min(webhook_id) from webhook_deliveries where due_at is not null
    union all
    select (select min(next.webhook_id) from webhook_deliveries as next
            where next.due_at is not null and next.webhook_id > pending.webhook_id)
    from pending where pending.webhook_id is not null
  ), oldest as (
    select webhooks.id as webhook, webhooks.owner as owner, webhooks.url as url,
      (select min(due_at) from webhook_deliveries as due
       where due.webhook_id = webhooks.id and due.due_at is not null) as since
    from pending join webhooks on webhooks.id = pending.webhook_id
    where webhooks.enabled = 1
      and not exists (select 1 from users where users.id = webhooks.owner and users.disabled_at is not null)
  )
  select webhook, owner, url, since from oldest where since <= ${now} order by since limit ${take}`

/** Leases due deliveries of the requested webhooks until an instant. */
export async function claim(
  db: Kysely<Schema>,
  requests: readonly ClaimRequest[],
  { now, until, locks }: { now: number; until: number; locks: RowLocks },
): Promise<readonly ClaimedDelivery[]> {
  if (requests.length === 0) return []
  const rows = []
  const paused = await pausedWebhooks(db, requests)
  for (const { webhook, limit } of requests) {
    if (paused.has(webhook)) continue
    const claimed = await db
      // A separate CTE, so that Postgres picks once for every plan of the update.
      .with('picked', (db) =>
        db
          .selectFrom('webhook_deliveries')
          .where('webhook_id', '=', webhook)
          .where('due_at', '<=', now)
          .select('id')
          .orderBy('due_at')
          .limit(limit)
          .modifyEnd(locks.changeFree),
      )
      .updateTable('webhook_deliveries')
      .set((of) => ({ due_at: until, attempts: of('attempts', '+', 1), step: of('step', '+', 1) }))
      .where('id', 'in', (of) => of.selectFrom('picked').select('picked.id'))
      .returning(['id', 'webhook_id', 'data', 'attempts', 'step'])
      .execute()
    rows.push(...claimed)
  }
  const webhooks = await webhooksById(
    db,
    requests.map(({ webhook }) => webhook),
  )
  return rows.flatMap((row): ClaimedDelivery[] => {
    const webhook = webhooks.get(row.webhook_id)
    if (!webhook?.enabled) return []
    const event = JSON.parse(row.data) as DomainEvent
    return [{ id: row.id as ClaimedDelivery['id'], webhook, event, attempt: row.attempts, step: row.step }]
  })
}

/** The webhooks of disabled accounts; their deliveries stay unchanged. */
async function pausedWebhooks(db: Kysely<Schema>, requests: readonly ClaimRequest[]) {
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.owner')
    .where(
      'webhooks.id',
      'in',
      requests.map(({ webhook }) => webhook),
    )
    .where('users.disabled_at', 'is not', null)
    .select('webhooks.id')
    .execute()
  return new Set<string>(rows.map(({ id }) => id))
}

async function webhooksById(db: Kysely<Schema>, ids: readonly string[]) {
  const rows = await db.selectFrom('webhooks').where('id', 'in', ids).selectAll().execute()
  return new Map(rows.map((row) => [row.id, toWebhook(row)]))
}
