import { FAILURES_TO_DISABLE, type FailureStreak, failureStreaks } from '@shortlink/core/adapter'
import type { DeliveryOutcome } from '@shortlink/core/ports'
import type { Kysely } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import type { Schema } from '../schema.ts'

/** Writes the outcomes of attempts that still hold their lease, and the failure streaks of their webhooks. */
export async function finish(db: Kysely<Schema>, outcomes: readonly DeliveryOutcome[], locks: RowLocks) {
  if (outcomes.length === 0) return
  await lockWebhooks(db, outcomes, locks)
  const current = await currentOutcomes(db, outcomes, locks)
  // Most endpoints respond alike, so a batch takes few statements.
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

async function currentOutcomes(db: Kysely<Schema>, outcomes: readonly DeliveryOutcome[], { change }: RowLocks) {
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
