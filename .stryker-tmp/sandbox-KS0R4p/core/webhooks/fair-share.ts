import type { UserId, WebhookId } from '../kernel/ids.ts'
import type { WaitingWebhook, Want } from './deliveries.port.ts'

/** How many tries may be under way at once. */
export interface DispatchLimits {
  readonly total: number
  readonly perOwner: number
  /** Of one webhook that answers; see {@link afterTry} for one that does not. */
  readonly perWebhook: number
}

/** How many tries are under way. */
export interface UnderWay {
  readonly total: number
  ofOwner(owner: UserId): number
  ofWebhook(webhook: WebhookId): number
}

/**
 * Shares free places among those who wait, so that nobody's slow or busy receivers keep another's events waiting: places are
 * split evenly among owners first, then among an owner's webhooks, whoever waits longest first. Webhooks that are down to one place
 * because nobody answers come last: were there many of them, each place that one frees would else be another's.
 */
export function fairShare(
  waiting: readonly WaitingWebhook[],
  underWay: UnderWay,
  limits: DispatchLimits,
  widthOf: (webhook: WebhookId) => number,
): readonly Want[] {
  const silence = ({ webhook }: WaitingWebhook) => Number(widthOf(webhook) === 1)
  const owners = Map.groupBy(
    waiting.toSorted((a, b) => silence(a) - silence(b) || a.since - b.since),
    ({ owner }) => owner,
  )
  let free = limits.total - underWay.total
  const share = Math.max(1, Math.floor(free / owners.size))
  const wants: Want[] = []
  for (const [owner, webhooks] of owners) {
    let room = Math.min(free, share, limits.perOwner - underWay.ofOwner(owner))
    for (const [index, { webhook }] of webhooks.entries()) {
      const part = Math.ceil(room / (webhooks.length - index))
      const take = Math.min(part, widthOf(webhook) - underWay.ofWebhook(webhook))
      if (take <= 0) continue
      wants.push({ webhook, take })
      room -= take
      free -= take
    }
  }
  return wants
}

/**
 * How many tries of a webhook may be under way after one more ended: half as many when no answer came, twice as many when one
 * did. A receiver that hangs thus soon holds a single place, and one that is back is soon at full width.
 */
export const afterTry = (width: number, answered: boolean, { perWebhook }: DispatchLimits) =>
  answered ? Math.min(width * 2, perWebhook) : Math.max(Math.floor(width / 2), 1)
