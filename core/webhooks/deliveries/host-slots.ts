import type { UserId } from '../../kernel/ids.ts'
import type { WaitingWebhook } from './deliveries.port.ts'

/** The hosts that receive deliveries, and the attempts that may start to each. */
export interface ReceivingHosts {
  /** The host of a webhook's URL; see {@link receivingHost}. */
  of(url: string): string
  freeSlots(host: string): number
}

/** Sets no limit per host. */
export const unlimitedHosts: ReceivingHosts = { of: () => '', freeSlots: () => Number.POSITIVE_INFINITY }

/** The free slots of a host, and the owners that wait for them. */
export interface HostSlots {
  left: number
  /** Owners that wait for the host and have taken no slot yet. */
  readonly owners: Set<UserId>
  /** The share of the owner that currently takes slots. */
  current: { readonly owner: UserId; left: number } | undefined
}

/** The slots of each webhook's host, in the order of the webhooks. */
export function hostSlots(waiting: readonly WaitingWebhook[], hosts: ReceivingHosts): readonly HostSlots[] {
  const byHost = new Map<string, HostSlots>()
  return waiting.map(({ url, owner }) => {
    const host = hosts.of(url)
    const known = byHost.get(host)
    const slots = known ?? { left: hosts.freeSlots(host), owners: new Set<UserId>(), current: undefined }
    if (known === undefined) byHost.set(host, slots)
    slots.owners.add(owner)
    return slots
  })
}

/**
 * Takes at most `wanted` slots for the owner and returns their number. Divides slots evenly among the waiting owners. Slots that one owner
 * leaves go to later ones, so all slots of an owner must be taken before those for the next.
 */
export function takeSlots(slots: HostSlots, owner: UserId, wanted: number): number {
  if (slots.current?.owner !== owner) {
    slots.current = { owner, left: Math.ceil(slots.left / Math.max(1, slots.owners.size)) }
    slots.owners.delete(owner)
  }
  const taken = Math.max(0, Math.min(wanted, slots.current.left, slots.left))
  slots.current.left -= taken
  slots.left -= taken
  return taken
}
