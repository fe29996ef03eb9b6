import type { Instant, Webhook, WebhookDelivery } from '@shortlink/core'
import { FAILURES_TO_DISABLE, type FailureStreak, failureStreaks, newestFirst } from '@shortlink/core/adapter'
import type { ClaimedDelivery, Deliveries, DeliveryOutcome, WaitingWebhook } from '@shortlink/core/ports'
import type { DeliveryRow } from '../rows.ts'
import type { Call, Transaction } from '../scope.ts'
import type { Tables } from '../tables.ts'

export const toDelivery = ({ step: _, ...delivery }: DeliveryRow): WebhookDelivery => delivery

/** {@link Deliveries} in memory. */
export function memoryDeliveries(call: Call, tables: Tables): Deliveries {
  const { webhooks, deliveries, users } = tables
  const isOn = ({ owner, enabled }: Webhook) => enabled && !users.get(owner)?.disabledAt
  const due = (webhook: string, now: Instant) =>
    deliveries
      .where('pending', webhook)
      .filter((delivery) => dueAt(delivery) <= now)
      .sort((a, b) => dueAt(a) - dueAt(b))

  const waitingWebhook = (webhook: Webhook, now: Instant): WaitingWebhook[] => {
    const { id, owner, url } = webhook
    const [oldest] = isOn(webhook) ? due(id, now) : []
    return oldest ? [{ webhook: id, owner, url, since: dueAt(oldest) }] : []
  }

  return {
    listByWebhook: (webhook, take) =>
      call(() => deliveries.where('webhook', webhook).sort(newestFirst).slice(0, take).map(toDelivery)),

    replayOwned: (owner, id, at, webhook) =>
      call((transaction) => {
        const delivery = deliveries.get(id)
        if (delivery === undefined || webhooks.get(delivery.webhook)?.owner !== owner) return undefined
        if (webhook !== undefined && delivery.webhook !== webhook) return undefined
        const replayed = { ...delivery, status: 'PENDING' as const, nextAttemptAt: at, step: 0 }
        deliveries.put(transaction, replayed)
        return toDelivery(replayed)
      }),

    backlog: (now, take) => call(() => backlog(tables, now, take)),

    countWaiting: (owner, take) =>
      call(() => {
        const own = webhooks.all().filter((webhook) => webhook.owner === owner)
        const waiting = own.flatMap(({ id }) => deliveries.where('pending', id))
        return Math.min(waiting.length, take)
      }),

    waiting: (now, take) =>
      call(() =>
        webhooks
          .all()
          .flatMap((webhook) => waitingWebhook(webhook, now))
          .sort((a, b) => a.since - b.since)
          .slice(0, take),
      ),

    claim: (requests, now, until) =>
      call((transaction) =>
        requests.flatMap(({ webhook: id, limit }): ClaimedDelivery[] => {
          const webhook = webhooks.get(id)
          return webhook && isOn(webhook)
            ? due(id, now)
                .slice(0, limit)
                .map((delivery) => lease(tables, transaction, webhook, delivery, until))
            : []
        }),
      ),

    finish: (outcomes) =>
      call((transaction) => {
        const current = outcomes.filter(({ id, attempt }) => isAttempt(deliveries.get(id), attempt))
        for (const outcome of current) writeResult(tables, transaction, outcome)
        for (const streak of failureStreaks(current)) writeStreak(tables, transaction, streak)
      }),

    makeUntriedDue: (now) =>
      call((transaction) => {
        const late = deliveries.all().filter((delivery) => delivery.attempts === 0 && isLate(delivery, now))
        for (const delivery of late) deliveries.put(transaction, { ...delivery, nextAttemptAt: now })
        return late.length
      }),

    forget: (before, take) =>
      call((transaction) => {
        const old = deliveries.all().filter(({ createdAt }) => createdAt < before)
        for (const delivery of old.slice(0, take)) deliveries.remove(transaction, delivery)
        return Math.min(old.length, take)
      }),
  }
}

function backlog({ deliveries }: Tables, now: Instant, take: number) {
  const pending = deliveries.all().filter(({ nextAttemptAt }) => nextAttemptAt !== null)
  const counted = pending.slice(0, take)
  const due = counted.filter((delivery) => dueAt(delivery) <= now).length
  return { due, later: counted.length - due }
}

/** False once another claimer took the delivery over, or its result is known. */
const isAttempt = (delivery: DeliveryRow | undefined, attempt: number) =>
  delivery?.attempts === attempt && delivery.nextAttemptAt !== null

const isLate = ({ nextAttemptAt }: DeliveryRow, now: Instant) => nextAttemptAt !== null && nextAttemptAt > now

const dueAt = ({ nextAttemptAt }: DeliveryRow) => nextAttemptAt ?? Number.POSITIVE_INFINITY

function lease(
  { deliveries }: Tables,
  transaction: Transaction,
  webhook: Webhook,
  delivery: DeliveryRow,
  until: Instant,
): ClaimedDelivery {
  const { id, data: event } = delivery
  const [attempt, step] = [delivery.attempts + 1, delivery.step + 1]
  deliveries.put(transaction, { ...delivery, nextAttemptAt: until, attempts: attempt, step })
  return { id, webhook, event, attempt, step }
}

function writeResult({ deliveries }: Tables, transaction: Transaction, outcome: DeliveryOutcome) {
  const delivery = deliveries.get(outcome.id)
  if (delivery === undefined) return
  deliveries.put(transaction, {
    ...delivery,
    status: outcome.status,
    response: outcome.response ?? delivery.response,
    nextAttemptAt: outcome.nextAttemptAt,
    step: outcome.released ? delivery.step - 1 : delivery.step,
  })
}

function writeStreak({ webhooks }: Tables, transaction: Transaction, streak: FailureStreak) {
  const webhook = webhooks.get(streak.webhook)
  if (webhook === undefined) return
  const failures = (streak.reset ? 0 : webhook.failures) + streak.failures
  const enabled = webhook.enabled && !streak.gone && failures < FAILURES_TO_DISABLE
  webhooks.put(transaction, { ...webhook, enabled, failures })
}
