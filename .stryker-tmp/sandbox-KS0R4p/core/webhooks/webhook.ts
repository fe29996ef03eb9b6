import { z } from 'zod'
import { EVENT_TYPES, type EventType } from '../events.ts'
import type { Instant } from '../kernel/caller.ts'
import type { UserId, WebhookId } from '../kernel/ids.ts'
import { webUrl } from '../kernel/web-url.ts'

/** A subscription: where an owner wants to be told of which events. */
export interface Webhook {
  readonly id: WebhookId
  readonly owner: UserId
  readonly url: string
  readonly events: readonly EventType[]
  readonly enabled: boolean
  /** Which of the webhook's secrets signs. Secrets are derived from id and version, so that none is stored. */
  readonly secretVersion: number
  /** Until when the version before signs too; null when it does not. */
  readonly previousSecretUntil: Instant | null
  readonly createdAt: Instant
}

/** So many events in a row that failed for good disable a webhook. */
export const FAILURES_TO_DISABLE = 20

const KNOWN = EVENT_TYPES.join(', ')

/** At least one event name; one that is named twice counts once. */
export const Events = z
  .array(z.enum(EVENT_TYPES, `must be one of ${KNOWN}`), `events must be a list of ${KNOWN}`)
  .max(100, 'events takes at most 100 names')
  .transform((events) => [...new Set(events)])
  .refine((events) => events.length > 0, 'events must name at least one event')

/** Credentials would be shown to everyone who may read the webhook, and signatures prove the sender better. */
export const WebhookUrl = webUrl('url').refine((url) => {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.username === '' && parsed.password === ''
}, 'url must not contain credentials')
