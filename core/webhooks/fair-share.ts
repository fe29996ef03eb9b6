import type { UserId, WebhookId } from '../kernel/ids.ts'
import type { ClaimRequest, WaitingWebhook } from './deliveries.port.ts'
import { type HostRoom, hostRooms, type ReceivingHosts, takeRoom, unlimitedHosts } from './host-rooms.ts'

/** How many tries may be under way at once. */
export interface DispatchLimits {
  readonly total: number
  readonly perOwner: number
  /** Of one webhook that answers; see {@link nextWindow} for one that does not. */
  readonly perWebhook: number
}

/** How many tries are under way. */
export interface InFlight {
  readonly total: number
  ofOwner(owner: UserId): number
  ofWebhook(webhook: WebhookId): number
}

/**
 * Shares free places among those who wait, so that nobody's slow or busy receivers keep another's events waiting: places are
 * split evenly among owners first, then among an owner's webhooks, whoever waits longest first. Webhooks that are down to one place
 * because nobody answers come last: were there many of them, each place that one frees would else be another's.
 *
 * The room of a host is split evenly among the owners who wait for it; webhooks of a host without room take no place from others.
 */
export function fairShare(
  waiting: readonly WaitingWebhook[],
  underWay: InFlight,
  limits: DispatchLimits,
  widthOf: (webhook: WebhookId) => number,
  hosts: ReceivingHosts = unlimitedHosts,
): readonly ClaimRequest[] {
  const rooms = hostRooms(waiting, hosts)
  const candidates = waiting
    .map(({ webhook, owner, since }, index) => {
      const width = widthOf(webhook)
      return { webhook, owner, since, width, silence: Number(width === 1), room: rooms[index] as HostRoom }
    })
    .filter(({ room }) => room.left > 0)
    .sort((a, b) => a.silence - b.silence || a.since - b.since)
  const owners = Map.groupBy(candidates, ({ owner }) => owner)
  let free = limits.total - underWay.total
  const share = Math.max(1, Math.floor(free / owners.size))
  const wants: ClaimRequest[] = []
  for (const [owner, webhooks] of owners) {
    let places = Math.min(free, share, limits.perOwner - underWay.ofOwner(owner))
    for (const [index, { webhook, width, room }] of webhooks.entries()) {
      const part = Math.ceil(places / (webhooks.length - index))
      const take = takeRoom(room, owner, Math.min(part, width - underWay.ofWebhook(webhook)))
      if (take <= 0) continue
      wants.push({ webhook, take })
      places -= take
      free -= take
    }
  }
  return wants
}

/**
 * How many tries of a webhook may be under way after one more ended: half as many when no answer came, twice as many when one
 * did. A receiver that hangs thus soon holds a single place, and one that is back is soon at full width.
 */
export const nextWindow = (width: number, answered: boolean, { perWebhook }: DispatchLimits) =>
  answered ? Math.min(width * 2, perWebhook) : Math.max(Math.floor(width / 2), 1)
