import type { UserId } from '../kernel/ids.ts'
import type { WaitingWebhook } from './deliveries.port.ts'

/** Where deliveries go, and how many may begin there now. */
export interface ReceivingHosts {
  /** The host of a webhook's URL; see {@link receivingHost}. */
  of(url: string): string
  room(host: string): number
}

/** No host has a limit. */
export const unlimitedHosts: ReceivingHosts = { of: () => '', room: () => Number.POSITIVE_INFINITY }

/** How many deliveries may begin to a host now, and who waits for that. */
export interface HostRoom {
  left: number
  /** Those who wait for the host and have taken nothing yet. */
  readonly owners: Set<UserId>
  /** What the owner whose turn it is may still take. */
  turn: { readonly owner: UserId; left: number } | undefined
}

/** Returns the room of each webhook's host, in the order of the webhooks. */
export function hostRooms(waiting: readonly WaitingWebhook[], hosts: ReceivingHosts): readonly HostRoom[] {
  const rooms = new Map<string, HostRoom>()
  return waiting.map(({ url, owner }) => {
    const host = hosts.of(url)
    const known = rooms.get(host)
    const room = known ?? { left: hosts.room(host), owners: new Set<UserId>(), turn: undefined }
    if (known === undefined) rooms.set(host, room)
    room.owners.add(owner)
    return room
  })
}

/**
 * Takes at most `wanted` places in the room for the owner and returns how many. The room is split evenly among the owners who wait for it:
 * what one leaves of its part goes to those after it, so owners must take one after another.
 */
export function takeRoom(room: HostRoom, owner: UserId, wanted: number): number {
  if (room.turn?.owner !== owner) {
    room.turn = { owner, left: Math.ceil(room.left / Math.max(1, room.owners.size)) }
    room.owners.delete(owner)
  }
  const taken = Math.max(0, Math.min(wanted, room.turn.left, room.left))
  room.turn.left -= taken
  room.left -= taken
  return taken
}
