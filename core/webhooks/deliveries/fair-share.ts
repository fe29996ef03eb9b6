import type { UserId, WebhookId } from '../../kernel/ids.ts'
import type { ClaimRequest, WaitingWebhook } from './deliveries.port.ts'
import { type HostSlots, hostSlots, type ReceivingHosts, takeSlots, unlimitedHosts } from './host-slots.ts'

/** Limits on concurrent attempts. */
export interface DispatchLimits {
  readonly total: number
  readonly perOwner: number
  /** For a webhook with a responding endpoint; see {@link nextWindow}. */
  readonly perWebhook: number
}

/** Numbers of attempts in flight. */
export interface InFlight {
  readonly total: number
  ofOwner(owner: UserId): number
  ofWebhook(webhook: WebhookId): number
}

/**
 * Divides the free slots fairly, so that slow or busy endpoints of one owner do not delay another's events: evenly among owners, then
 * evenly among each owner's webhooks, longest waiting first. Webhooks throttled to one slot are served last; otherwise many dead endpoints
 * would take every slot that frees up. The slots of an endpoint's host are divided evenly among the owners that wait for it.
 * @param windowOf the concurrency limit of a webhook; see {@link nextWindow}
 */
export function fairShare(
  waiting: readonly WaitingWebhook[],
  inFlight: InFlight,
  limits: DispatchLimits,
  windowOf: (webhook: WebhookId) => number,
  hosts: ReceivingHosts = unlimitedHosts,
): readonly ClaimRequest[] {
  const candidates = candidatesOf(waiting, windowOf, hosts)
  const owners = Map.groupBy(candidates, ({ owner }) => owner)
  let free = limits.total - inFlight.total
  const share = Math.max(1, Math.floor(free / owners.size))
  const requests: ClaimRequest[] = []
  for (const [owner, webhooks] of owners) {
    let ownerSlots = Math.min(free, share, limits.perOwner - inFlight.ofOwner(owner))
    for (const [index, { webhook, window, host }] of webhooks.entries()) {
      const webhookSlots = Math.ceil(ownerSlots / (webhooks.length - index))
      const limit = takeSlots(host, owner, Math.min(webhookSlots, window - inFlight.ofWebhook(webhook)))
      if (limit <= 0) continue
      requests.push({ webhook, limit })
      ownerSlots -= limit
      free -= limit
    }
  }
  return requests
}

/** The webhooks that have free slots on their host, in the order of service. */
function candidatesOf(
  waiting: readonly WaitingWebhook[],
  windowOf: (webhook: WebhookId) => number,
  hosts: ReceivingHosts,
) {
  const slots = hostSlots(waiting, hosts)
  return waiting
    .map(({ webhook, owner, since }, index) => {
      const window = windowOf(webhook)
      return { webhook, owner, since, window, throttled: Number(window === 1), host: slots[index] as HostSlots }
    })
    .filter(({ host }) => host.left > 0)
    .sort((a, b) => a.throttled - b.throttled || a.since - b.since)
}

/**
 * The concurrency limit of a webhook after an attempt: doubled, up to `perWebhook`, after a response, halved, down to 1, without one. An
 * endpoint that hangs soon holds only a single slot.
 */
export const nextWindow = (window: number, answered: boolean, { perWebhook }: DispatchLimits) =>
  answered ? Math.min(window * 2, perWebhook) : Math.max(Math.floor(window / 2), 1)
