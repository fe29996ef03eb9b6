import type { DomainEvent, Webhook } from '@shortlink/core'
import { deliveryId } from '@shortlink/core/adapter'
import type { Outbox } from '@shortlink/core/ports'
import type { DeliveryRow } from '../rows.ts'
import type { Call, Transaction } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { toDelivery } from './deliveries.ts'

/** {@link Outbox} in memory. */
export const memoryOutbox = (call: Call, tables: Tables): Outbox => ({
  add: (events) => call((transaction) => queueEvents(tables, transaction, events)),
  addTo: (webhook, event) => call((transaction) => toDelivery(queue(tables, transaction, webhook, event).delivery)),
})

/** Queues the events for their owners' webhooks. Returns the number of new deliveries. */
export function queueEvents(tables: Tables, transaction: Transaction, events: readonly DomainEvent[]): number {
  let queued = 0
  for (const event of events) {
    for (const webhook of tables.webhooks.where('owner', event.owner)) {
      if (!webhook.enabled || !webhook.events.includes(event.type)) continue
      if (queue(tables, transaction, webhook, event).isNew) queued++
    }
  }
  return queued
}

function queue({ webhooks, deliveries }: Tables, transaction: Transaction, webhook: Webhook, event: DomainEvent) {
  const id = deliveryId(event.id, webhook.id)
  const known = deliveries.get(id)
  if (known) return { delivery: known, isNew: false }
  const delivery: DeliveryRow = {
    id,
    webhook: webhook.id,
    event: event.type,
    data: event,
    status: 'PENDING',
    response: null,
    attempts: 0,
    step: 0,
    nextAttemptAt: event.at,
    createdAt: event.at,
  }
  const isNew = webhooks.get(webhook.id) !== undefined
  if (isNew) deliveries.put(transaction, delivery)
  return { delivery, isNew }
}
