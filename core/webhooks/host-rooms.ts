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

interface Room {
  left: number
  /** Those who wait for the host and have taken nothing yet. */
  readonly owners: Set<UserId>
  /** What the owner whose turn it is may still take. */
  turn: { readonly owner: UserId; left: number } | undefined
}

/** The room of every host that is waited for, split evenly among the owners who wait for it. Owners must take one after another. */
export function hostRooms(waiting: readonly WaitingWebhook[], hosts: ReceivingHosts) {
  const rooms = new Map<string, Room>()
  for (const { url, owner } of waiting) {
    const host = hosts.of(url)
    const room = rooms.get(host)
    if (room) room.owners.add(owner)
    else rooms.set(host, { left: hosts.room(host), owners: new Set([owner]), turn: undefined })
  }
  const roomOf = ({ url }: WaitingWebhook) => rooms.get(hosts.of(url)) as Room

  /** What an owner leaves of its part goes to those after it. */
  function turnOf(room: Room, owner: UserId) {
    if (room.turn?.owner !== owner) {
      room.turn = { owner, left: Math.ceil(room.left / Math.max(1, room.owners.size)) }
      room.owners.delete(owner)
    }
    return room.turn
  }

  return {
    isOpen: (webhook: WaitingWebhook) => roomOf(webhook).left > 0,
    /** Takes at most `wanted` places at the webhook's host for its owner; returns how many. */
    take(webhook: WaitingWebhook, wanted: number): number {
      const room = roomOf(webhook)
      const turn = turnOf(room, webhook.owner)
      const taken = Math.max(0, Math.min(wanted, turn.left, room.left))
      turn.left -= taken
      room.left -= taken
      return taken
    },
  }
}
