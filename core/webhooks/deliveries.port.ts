import type { DomainEvent } from '../events.ts'
import type { Instant } from '../kernel/caller.ts'
import type { DeliveryId, UserId, WebhookId } from '../kernel/ids.ts'
import type { DeliveryStatus, WebhookDelivery } from './delivery.ts'
import type { Webhook } from './webhook.ts'

/** Events that wait for their delivery, written in the transaction of what caused them. */
export interface Outbox {
  /**
   * Queues each event for every enabled webhook of its owner that subscribed to it, due at once; tells how many deliveries that
   * made. An event that is queued for a webhook already is left as it is.
   */
  add(events: readonly DomainEvent[]): Promise<number>
  /** Queues the event for this webhook alone, subscribed or not. */
  addTo(webhook: Webhook, event: DomainEvent): Promise<WebhookDelivery>
}

/** An enabled webhook that has deliveries due, the oldest since `since`. */
export interface WaitingWebhook {
  readonly webhook: WebhookId
  readonly owner: UserId
  readonly url: string
  readonly since: Instant
}

/** How many deliveries have tries left. */
export interface Backlog {
  /** Those to be tried now, also of webhooks that are disabled. */
  readonly due: number
  /** Those that are being tried, or wait for a later try. */
  readonly later: number
}

/** So many deliveries of a webhook, at most. */
export interface ClaimRequest {
  readonly webhook: WebhookId
  readonly take: number
}

/** A delivery that this claimer alone may try until its lease ends. */
export interface ClaimedDelivery {
  readonly id: DeliveryId
  readonly webhook: Webhook
  readonly event: DomainEvent
  /** Which try this is, from 1; also what keeps a claimer whose lease ended from overwriting its successor's result. */
  readonly attempt: number
  /** Which try this is since the event was queued or replayed, from 1: where it stands in the retry schedule. */
  readonly step: number
}

/** What a try led to. */
export interface DeliveryOutcome {
  readonly id: DeliveryId
  readonly webhook: WebhookId
  readonly attempt: number
  readonly status: DeliveryStatus
  /** Null leaves the last answer as it was. */
  readonly response: string | null
  readonly nextAttemptAt: Instant | null
  /** The receiver said that it is gone for good: the webhook is disabled. */
  readonly gone: boolean
  /** An HTTP answer came, whatever it says. */
  readonly answered: boolean
  /** No try was made after all: it does not count in the schedule. */
  readonly released: boolean
}

export interface Deliveries {
  /** Newest first. */
  listByWebhook(webhook: WebhookId, take: number): Promise<readonly WebhookDelivery[]>
  /** Queues it again, due at `at` and at the start of the schedule, whatever became of it; `undefined` if the owner has none of that id. */
  replayOwned(owner: UserId, id: DeliveryId, at: Instant): Promise<WebhookDelivery | undefined>
  /** The webhooks that have waited longest. The cost grows with webhooks that have pending deliveries, not with deliveries. */
  waiting(now: Instant, take: number): Promise<readonly WaitingWebhook[]>
  /** Counts those that have tries left, but no more than `take`, whatever there is of them. */
  backlog(now: Instant, take: number): Promise<Backlog>
  /** Counts the deliveries of the owner's webhooks that have tries left; stops at `take`. */
  waitingOf(owner: UserId, take: number): Promise<number>
  /**
   * Takes due deliveries, oldest first, and leases them: nobody else is given them before `until`, after which they are due again.
   * Of any number of claimers one gets each.
   */
  claim(wants: readonly ClaimRequest[], now: Instant, until: Instant): Promise<readonly ClaimedDelivery[]>
  /**
   * Writes results, all or none, and counts each webhook's failures in a row, which disable it at {@link FAILURES_TO_DISABLE}.
   * A result whose delivery was claimed again since, or is gone, changes nothing.
   */
  finish(outcomes: readonly DeliveryOutcome[]): Promise<void>
  /** Makes deliveries that were never tried due now, where a clock that was ahead made them due later. Returns how many. */
  hasten(now: Instant): Promise<number>
  /** Removes at most `take` deliveries made before the instant; tells how many. */
  forget(before: Instant, take: number): Promise<number>
}
