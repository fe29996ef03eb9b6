import type { DomainEvent } from '../../events.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { DeliveryId, UserId, WebhookId } from '../../kernel/ids.ts'
import type { Webhook } from '../webhook.ts'
import type { DeliveryStatus, WebhookDelivery } from './delivery.ts'

/** Events to deliver, written in the transaction of the change that caused them. */
export interface Outbox {
  /**
   * Queues each event, due at once, for every enabled webhook of its owner that subscribes to it. Returns the number of added deliveries.
   * Does not queue an event again for a webhook that already has it.
   */
  add(events: readonly DomainEvent[]): Promise<number>
  /** Queues the event for this webhook only, subscribed or not. */
  addTo(webhook: Webhook, event: DomainEvent): Promise<WebhookDelivery>
}

/** An enabled webhook with due deliveries. */
export interface WaitingWebhook {
  readonly webhook: WebhookId
  readonly owner: UserId
  readonly url: string
  /** When its oldest due delivery became due. */
  readonly since: Instant
}

/** Numbers of deliveries with attempts left. */
export interface Backlog {
  /** Number of due deliveries, including deliveries of disabled webhooks. */
  readonly due: number
  /** In flight, or waiting for a later attempt. */
  readonly later: number
}

/** A request for at most `limit` deliveries of a webhook. */
export interface ClaimRequest {
  readonly webhook: WebhookId
  readonly limit: number
}

/** A delivery leased to one claimer. */
export interface ClaimedDelivery {
  readonly id: DeliveryId
  readonly webhook: Webhook
  readonly event: DomainEvent
  /** Number of this attempt, from 1. Also the fencing token: a claimer with an expired lease cannot overwrite its successor's result. */
  readonly attempt: number
  /** Number of this attempt since the event was queued or replayed, from 1: its position in the retry schedule. */
  readonly step: number
}

/** The outcome of an attempt. */
export interface DeliveryOutcome {
  readonly id: DeliveryId
  readonly webhook: WebhookId
  readonly attempt: number
  readonly status: DeliveryStatus
  /** Null keeps the previous response. */
  readonly response: string | null
  readonly nextAttemptAt: Instant | null
  /** The endpoint responded with 410 Gone, so the webhook is disabled. */
  readonly gone: boolean
  /** An HTTP response arrived, of any status. */
  readonly answered: boolean
  /** No attempt was made, so it does not count in the retry schedule. */
  readonly released: boolean
}

export interface Deliveries {
  /** Newest first. */
  listByWebhook(webhook: WebhookId, take: number): Promise<readonly WebhookDelivery[]>
  /**
   * Queues a delivery of any status again, due at `at`, at the start of the schedule; `undefined` if the owner, or the given webhook, has
   * none with that id.
   */
  replayOwned(
    owner: UserId,
    id: DeliveryId,
    at: Instant,
    webhook?: WebhookId | undefined,
  ): Promise<WebhookDelivery | undefined>
  /** The `take` webhooks waiting longest. The cost grows with the number of webhooks that have pending deliveries, not of deliveries. */
  waiting(now: Instant, take: number): Promise<readonly WaitingWebhook[]>
  /** Counts the deliveries with attempts left; stops at `take`. */
  backlog(now: Instant, take: number): Promise<Backlog>
  /** Counts the owner's deliveries with attempts left; stops at `take`. */
  countWaiting(owner: UserId, take: number): Promise<number>
  /**
   * Leases due deliveries, oldest first, until `until`, when they are due again. Concurrent claimers get different deliveries.
   */
  claim(requests: readonly ClaimRequest[], now: Instant, until: Instant): Promise<readonly ClaimedDelivery[]>
  /**
   * Writes outcomes in one transaction and counts each webhook's consecutive failures, which disable it at {@link FAILURES_TO_DISABLE}.
   * Ignores outcomes of deliveries that were claimed again since, or deleted.
   */
  finish(outcomes: readonly DeliveryOutcome[]): Promise<void>
  /** Makes untried deliveries due now that are due later because a server's clock was ahead. Returns their number. */
  makeUntriedDue(now: Instant): Promise<number>
  /** Deletes at most `take` deliveries created before the instant; returns their number. */
  forget(before: Instant, take: number): Promise<number>
}
