import type { DomainEvent, EventType } from '../../events.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { DeliveryId, EventId, WebhookId } from '../../kernel/ids.ts'

/** `PENDING` while attempts are left. */
export type DeliveryStatus = 'PENDING' | 'SUCCEEDED' | 'FAILED'

/** The delivery of one event to one webhook. */
export interface WebhookDelivery {
  readonly id: DeliveryId
  readonly webhook: WebhookId
  readonly event: EventType
  /** The event; the posted body is built from it. */
  readonly data: DomainEvent
  readonly status: DeliveryStatus
  /** The last HTTP status and the start of its body, or the network error; null before the first result. */
  readonly response: string | null
  /** Attempts started so far. */
  readonly attempts: number
  /** Time of the next attempt; during an attempt, the end of its lease. Null when the delivery succeeded or failed. */
  readonly nextAttemptAt: Instant | null
  readonly createdAt: Instant
}

/** Deliveries are deleted at this age. */
export const DELIVERY_RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Deterministic, so that an event is queued once per webhook. Contains no dot, since dots separate the parts of the signed content. */
export const deliveryId = (event: EventId, webhook: WebhookId) => `${event}_${webhook}` as DeliveryId
