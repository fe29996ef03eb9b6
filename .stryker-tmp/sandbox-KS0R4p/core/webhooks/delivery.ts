import type { EventType } from '../events.ts'
import type { Instant } from '../kernel/caller.ts'
import type { DeliveryId, EventId, WebhookId } from '../kernel/ids.ts'

/** `PENDING` while tries are left. */
export type DeliveryStatus = 'PENDING' | 'SUCCEEDED' | 'FAILED'

/** One event on its way to one webhook. */
export interface WebhookDelivery {
  readonly id: DeliveryId
  readonly webhook: WebhookId
  readonly event: EventType
  readonly status: DeliveryStatus
  /** The last HTTP status and the beginning of the body, or the network error; null before the first answer. */
  readonly response: string | null
  /** Tries begun so far. */
  readonly attempts: number
  /** When it is tried next, or, during a try, when it is taken up again should this one never end; null once it is over. */
  readonly nextAttemptAt: Instant | null
  readonly createdAt: Instant
}

/** How long deliveries can be read, in milliseconds. */
export const DELIVERIES_KEPT = 30 * 24 * 60 * 60 * 1000

/** The same for the same event and webhook, so that an event which is told twice is queued once. No dots: they part what is signed. */
export const deliveryId = (event: EventId, webhook: WebhookId) => `${event}_${webhook}` as DeliveryId
