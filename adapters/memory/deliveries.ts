import type {
  ClaimedDelivery,
  Deliveries,
  DeliveryOutcome,
  DomainEvent,
  Instant,
  Webhook,
  WebhookDelivery,
} from '@shortlink/core'
import { FAILURES_TO_DISABLE, type FailureStreak, failureStreaks, newestFirst } from '@shortlink/core/adapter'
import type { Call, Changes } from './scope.ts'
import type { Tables } from './tables.ts'

export interface KeptDelivery extends Omit<WebhookDelivery, 'event'> {
  readonly event: DomainEvent
  /** Tries since the event was queued or replayed. */
  readonly step: number
}

export const toDelivery = ({ step: _, event, ...delivery }: KeptDelivery): WebhookDelivery => ({
  ...delivery,
  event: event.type,
})

/** {@link Deliveries} in memory. */
export function memoryDeliveries(call: Call, tables: Tables): Deliveries {
  const { webhooks, deliveries, users } = tables
  const isOn = ({ owner, enabled }: Webhook) => enabled && !users.get(owner)?.disabledAt
  const due = (webhook: string, now: Instant) =>
    deliveries
      .where('pending', webhook)
      .filter((delivery) => dueAt(delivery) <= now)
      .sort((a, b) => dueAt(a) - dueAt(b))

  return {
    listByWebhook: (webhook, take) =>
      call(() => deliveries.where('webhook', webhook).sort(newestFirst).slice(0, take).map(toDelivery)),

    replayOwned: (owner, id, at) =>
      call((changes) => {
        const delivery = deliveries.get(id)
        if (delivery === undefined || webhooks.get(delivery.webhook)?.webhook.owner !== owner) return undefined
        const replayed = { ...delivery, status: 'PENDING' as const, nextAttemptAt: at, step: 0 }
        deliveries.put(changes, replayed)
        return toDelivery(replayed)
      }),

    backlog: (now, take) =>
      call(() => {
        const pending = deliveries.all().filter(({ nextAttemptAt }) => nextAttemptAt !== null)
        const counted = pending.slice(0, take)
        const due = counted.filter((delivery) => dueAt(delivery) <= now).length
        return { due, later: counted.length - due }
      }),

    countWaiting: (owner, take) =>
      call(() => {
        const own = webhooks.all().filter(({ webhook }) => webhook.owner === owner)
        const waiting = own.flatMap(({ webhook: { id } }) => deliveries.where('pending', id))
        return Math.min(waiting.length, take)
      }),

    waiting: (now, take) =>
      call(() =>
        webhooks
          .all()
          .flatMap(({ webhook }) => {
            const { id, owner, url } = webhook
            const [oldest] = isOn(webhook) ? due(id, now) : []
            return oldest ? [{ webhook: id, owner, url, since: dueAt(oldest) }] : []
          })
          .sort((a, b) => a.since - b.since)
          .slice(0, take),
      ),

    claim: (requests, now, until) =>
      call((changes) =>
        requests.flatMap(({ webhook: id, limit }): ClaimedDelivery[] => {
          const kept = webhooks.get(id)
          if (!kept || !isOn(kept.webhook)) return []
          return due(id, now)
            .slice(0, limit)
            .map((delivery) => lease(tables, changes, delivery, until))
            .map(({ id, event, attempts, step }) => ({ id, webhook: kept.webhook, event, attempt: attempts, step }))
        }),
      ),

    finish: (outcomes) =>
      call((changes) => {
        const current = outcomes.filter(({ id, attempt }) => {
          const delivery = deliveries.get(id)
          return delivery?.attempts === attempt && delivery.nextAttemptAt !== null
        })
        for (const outcome of current) writeResult(tables, changes, outcome)
        for (const streak of failureStreaks(current)) writeStreak(tables, changes, streak)
      }),

    makeUntriedDue: (now) =>
      call((changes) => {
        const late = deliveries
          .all()
          .filter(({ attempts, nextAttemptAt }) => attempts === 0 && nextAttemptAt !== null && nextAttemptAt > now)
        for (const delivery of late) deliveries.put(changes, { ...delivery, nextAttemptAt: now })
        return late.length
      }),

    forget: (before, take) =>
      call((changes) => {
        const old = deliveries
          .all()
          .filter(({ createdAt }) => createdAt < before)
          .slice(0, take)
        for (const delivery of old) deliveries.remove(changes, delivery)
        return old.length
      }),
  }
}

const dueAt = ({ nextAttemptAt }: KeptDelivery) => nextAttemptAt ?? Number.POSITIVE_INFINITY

function lease({ deliveries }: Tables, changes: Changes, delivery: KeptDelivery, until: Instant): KeptDelivery {
  const leased = {
    ...delivery,
    nextAttemptAt: until,
    attempts: delivery.attempts + 1,
    step: delivery.step + 1,
  }
  deliveries.put(changes, leased)
  return leased
}

function writeResult({ deliveries }: Tables, changes: Changes, outcome: DeliveryOutcome) {
  const delivery = deliveries.get(outcome.id)
  if (delivery === undefined) return
  deliveries.put(changes, {
    ...delivery,
    status: outcome.status,
    response: outcome.response ?? delivery.response,
    nextAttemptAt: outcome.nextAttemptAt,
    step: outcome.released ? delivery.step - 1 : delivery.step,
  })
}

function writeStreak({ webhooks }: Tables, changes: Changes, streak: FailureStreak) {
  const kept = webhooks.get(streak.webhook)
  if (kept === undefined) return
  const failures = (streak.reset ? 0 : kept.failures) + streak.failures
  const enabled = kept.webhook.enabled && !streak.gone && failures < FAILURES_TO_DISABLE
  webhooks.put(changes, { webhook: { ...kept.webhook, enabled }, failures })
}
