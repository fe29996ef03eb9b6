import { z } from 'zod'
import { EVENT_TYPES, type EventType } from '../events.ts'
import type { Instant } from '../kernel/caller.ts'
import type { UserId, WebhookId } from '../kernel/ids.ts'
import { hasCredentials, MAX_URL_LENGTH, webUrl } from '../kernel/web-url.ts'

/** A subscription of a URL to events of its owner. */
export interface Webhook {
  readonly id: WebhookId
  readonly owner: UserId
  readonly url: string
  readonly events: readonly EventType[]
  readonly enabled: boolean
  /** Version of the signing secret. Secrets are derived from id and version, so none is stored. */
  readonly secretVersion: number
  /** Time until which the previous version also signs; null if it does not. */
  readonly previousSecretUntil: Instant | null
  /** Consecutive events that failed finally, since the last success or since it was enabled. */
  readonly failures: number
  readonly createdAt: Instant
}

/** Number of consecutive events with a final failure that disables a webhook. */
export const FAILURES_TO_DISABLE = 20

const MAX_EVENT_NAMES = 100
const KNOWN = EVENT_TYPES.join(', ')

const EventNames = z
  .array(z.enum(EVENT_TYPES, `must be one of ${KNOWN}`), `events must be a list of ${KNOWN}`)
  .min(1, 'events must name at least one event')
  .max(MAX_EVENT_NAMES, `events takes at most ${MAX_EVENT_NAMES} names`)
  .transform((events) => [...new Set(events)])

/** At least one event name; duplicates are removed. */
export const Events = EventNames.describe(
  `The event types to send: 1 to ${MAX_EVENT_NAMES} of ${KNOWN}; duplicates count once.`,
)

const Url = webUrl('url').refine((url) => !hasCredentials(url), 'url must not contain credentials')

/** Rejects credentials, since the URL is shown to API clients. Endpoints authenticate the sender by the signature. */
export const WebhookUrl = Url.describe(
  `The endpoint URL: http:// or https://, at most ${MAX_URL_LENGTH} characters, with a public address and without credentials.`,
)
