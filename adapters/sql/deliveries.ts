import type {
  ClaimedDelivery,
  ClaimRequest,
  Deliveries,
  DeliveryOutcome,
  DomainEvent,
  FailureStreak,
  WaitingWebhook,
} from '@shortlink/core'
import { FAILURES_TO_DISABLE, failureStreaks } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import type { RowLocks } from './row-locks.ts'
import type { Database, Schema } from './schema.ts'
import { inTransaction } from './transaction.ts'
import { toDelivery, toWebhook } from './webhook-rows.ts'

/** Deliveries over either database. Whoever locks webhooks and deliveries locks webhooks first, so that nobody waits in a circle. */
export const sqlDeliveries = (db: Database, locks: RowLocks): Deliveries => ({
  async listByWebhook(webhook, take) {
    const rows = await db.read
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhook)
      .select(['id', 'webhook_id', 'event', 'status', 'response', 'attempts', 'due_at', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(take)
      .execute()
    return rows.map(toDelivery)
  },

  async replayOwned(owner, id, at) {
    const row = await db.write
      .updateTable('webhook_deliveries')
      .set({ status: 'PENDING', due_at: locks.notLater(at), step: 0 })
      .where('id', '=', id)
      .where('webhook_id', 'in', (of) => of.selectFrom('webhooks').where('owner', '=', owner).select('id'))
      .returningAll()
      .executeTakeFirst()
    return row && toDelivery(row)
  },

  async waiting(now, take) {
    const { rows } = await waitingWebhooks(now, take).execute(db.read)
    return rows
  },

  async backlog(now, take) {
    const { total, due } = await db.read
      .selectFrom((of) =>
        of.selectFrom('webhook_deliveries').where('due_at', 'is not', null).select('due_at').limit(take).as('pending'),
      )
      .select((of) => [
        of.fn.countAll().as('total'),
        of.fn.sum(of.case().when('due_at', '<=', now).then(1).else(0).end()).as('due'),
      ])
      .executeTakeFirstOrThrow()
    // The sum of no rows is null.
    return { due: Number(due ?? 0), later: Number(total) - Number(due ?? 0) }
  },

  async countWaiting(owner, take) {
    const { waiting } = await db.read
      .selectFrom((of) =>
        of
          .selectFrom('webhooks')
          .innerJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
          .where('webhooks.owner', '=', owner)
          .where('due_at', 'is not', null)
          .select('due_at')
          .limit(take)
          .as('waiting'),
      )
      .select((of) => of.fn.countAll().as('waiting'))
      .executeTakeFirstOrThrow()
    return Number(waiting)
  },

  claim: (requests, now, until) => inTransaction(db, (db) => claim(db, requests, { now, until, locks })),

  finish: (outcomes) => inTransaction(db, (db) => finish(db, outcomes, locks)),

  async makeUntriedDue(now) {
    const { numUpdatedRows } = await db.write
      .updateTable('webhook_deliveries')
      .set({ due_at: now })
      .where('due_at', '>', now)
      .where('attempts', '=', 0)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },

  async forget(before, take) {
    const { numDeletedRows } = await db.write
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', (of) =>
        of.selectFrom('webhook_deliveries').where('created_at', '<', before).select('id').limit(take),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

/** Leaps from webhook to webhook through the index of due deliveries, without reading all of any. */
const waitingWebhooks = (now: number, take: number) => sql<WaitingWebhook>`
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

async function claim(
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
      // In a part of its own, so that Postgres picks once, however it goes about the update.
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

/** Those of disabled accounts: their deliveries wait as they are. */
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

async function finish(db: Kysely<Schema>, outcomes: readonly DeliveryOutcome[], locks: RowLocks) {
  if (outcomes.length === 0) return
  await lockWebhooks(db, outcomes, locks)
  const current = await stillCurrent(db, outcomes, locks)
  // Receivers that answer at all mostly answer the same, so a batch is few statements.
  for (const alike of Map.groupBy(current, resultOf).values()) await writeResult(db, alike)
  for (const streak of failureStreaks(current)) await writeStreak(db, streak)
}

const lockWebhooks = (db: Kysely<Schema>, outcomes: readonly DeliveryOutcome[], { change }: RowLocks) =>
  db
    .selectFrom('webhooks')
    .where('id', 'in', [...new Set(outcomes.map(({ webhook }) => webhook))])
    .select('id')
    .orderBy('id')
    .modifyEnd(change)
    .execute()

async function stillCurrent(db: Kysely<Schema>, outcomes: readonly DeliveryOutcome[], { change }: RowLocks) {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .where(
      'id',
      'in',
      outcomes.map(({ id }) => id),
    )
    .where('due_at', 'is not', null)
    .select(['id', 'attempts'])
    .orderBy('id')
    .modifyEnd(change)
    .execute()
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]))
  return outcomes.filter(({ id, attempt }) => attempts.get(id) === attempt)
}

const resultOf = ({ status, response, nextAttemptAt, released }: DeliveryOutcome) =>
  JSON.stringify([status, response, nextAttemptAt, released])

async function writeResult(db: Kysely<Schema>, alike: readonly DeliveryOutcome[]) {
  const [{ status, response, nextAttemptAt, released }] = alike as [DeliveryOutcome]
  await db
    .updateTable('webhook_deliveries')
    .set((of) => ({
      status,
      due_at: nextAttemptAt,
      ...(response !== null && { response }),
      ...(released && { step: of('step', '-', 1) }),
    }))
    .where(
      'id',
      'in',
      alike.map(({ id }) => id),
    )
    .execute()
}

async function writeStreak(db: Kysely<Schema>, { webhook, reset, failures, gone }: FailureStreak) {
  if (reset && failures === 0 && !gone) {
    await db.updateTable('webhooks').set({ failures: 0 }).where('id', '=', webhook).where('failures', '>', 0).execute()
    return
  }
  const { failures: count } = (await db
    .updateTable('webhooks')
    .set((of) => ({ failures: reset ? failures : of('failures', '+', failures) }))
    .where('id', '=', webhook)
    .returning('failures')
    .executeTakeFirst()) ?? { failures: 0 }
  if (gone || count >= FAILURES_TO_DISABLE) {
    await db.updateTable('webhooks').set({ enabled: 0 }).where('id', '=', webhook).execute()
  }
}
