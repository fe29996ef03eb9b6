import type { DomainEvent, EventType, Webhook, WebhookDelivery } from '@shortlink/core'
import { deliveryId } from '@shortlink/core/adapter'
import type { Selectable } from 'kysely'
import type { WebhookDeliveriesTable, WebhooksTable } from '../tables/webhooks.ts'

export const toWebhookRow = (webhook: Webhook): WebhooksTable => ({
  id: webhook.id,
  owner: webhook.owner,
  url: webhook.url,
  events: JSON.stringify(webhook.events),
  enabled: Number(webhook.enabled),
  secret_version: webhook.secretVersion,
  previous_secret_until: webhook.previousSecretUntil,
  failures: webhook.failures,
  created_at: webhook.createdAt,
})

export const toWebhook = (row: Selectable<WebhooksTable>): Webhook => ({
  id: row.id as Webhook['id'],
  owner: row.owner as Webhook['owner'],
  url: row.url,
  events: JSON.parse(row.events) as EventType[],
  enabled: row.enabled === 1,
  secretVersion: row.secret_version,
  previousSecretUntil: row.previous_secret_until,
  failures: row.failures,
  createdAt: row.created_at,
})

/** A `like` pattern for `events` of a webhook that subscribes to the event type. */
export const subscribedTo = (type: EventType) => `%"${type}"%`

/** The row that queues an event for a webhook. */
export const toDeliveryRow = (webhook: string, event: DomainEvent): WebhookDeliveriesTable => ({
  id: deliveryId(event.id, webhook as Webhook['id']),
  webhook_id: webhook,
  event: event.type,
  data: JSON.stringify(event),
  status: 'PENDING',
  response: null,
  attempts: 0,
  step: 0,
  due_at: event.at,
  created_at: event.at,
})

export const toDelivery = (row: Omit<Selectable<WebhookDeliveriesTable>, 'step'>): WebhookDelivery => ({
  id: row.id as WebhookDelivery['id'],
  webhook: row.webhook_id as WebhookDelivery['webhook'],
  event: row.event as EventType,
  data: JSON.parse(row.data) as DomainEvent,
  status: row.status as WebhookDelivery['status'],
  response: row.response,
  attempts: row.attempts,
  nextAttemptAt: row.due_at,
  createdAt: row.created_at,
})
