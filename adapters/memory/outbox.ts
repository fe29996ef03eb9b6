import type { DomainEvent, Outbox, Webhook } from '@shortlink/core'
import { deliveryId } from '@shortlink/core/adapter'
import { type KeptDelivery, toDelivery } from './deliveries.ts'
import type { Call, Changes } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link Outbox} in memory. */
export const memoryOutbox = (call: Call, tables: Tables): Outbox => ({
  add: (events) => call((changes) => queueEvents(tables, changes, events)),
  addTo: (webhook, event) => call((changes) => toDelivery(queue(tables, changes, webhook, event).delivery)),
})

/** Queues the events for their owners' webhooks; tells how many deliveries that made. */
export function queueEvents(tables: Tables, changes: Changes, events: readonly DomainEvent[]): number {
  let queued = 0
  for (const event of events) {
    for (const { webhook } of tables.webhooks.where('owner', event.owner)) {
      if (!webhook.enabled || !webhook.events.includes(event.type)) continue
      if (queue(tables, changes, webhook, event).isNew) queued++
    }
  }
  return queued
}

function queue({ webhooks, deliveries }: Tables, changes: Changes, webhook: Webhook, event: DomainEvent) {
  const id = deliveryId(event.id, webhook.id)
  const known = deliveries.get(id)
  if (known) return { delivery: known, isNew: false }
  const delivery: KeptDelivery = {
    id,
    webhook: webhook.id,
    event,
    status: 'PENDING',
    response: null,
    attempts: 0,
    step: 0,
    nextAttemptAt: event.at,
    createdAt: event.at,
  }
  const isNew = webhooks.get(webhook.id) !== undefined
  if (isNew) deliveries.put(changes, delivery)
  return { delivery, isNew }
}
