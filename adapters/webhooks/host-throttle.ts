export interface HostLimit {
  /** At most this many to one host in a window. */
  readonly deliveries: number
  /** Length of the sliding window. */
  readonly windowMs: number
}

/** Deliveries are counted by the slice of time in which they start; a slice is dropped when all of it is older than the window. */
const SLICES = 60
/** Maximum number of counted hosts. Above it, new hosts wait, since deliveries to uncounted hosts would have no limit. */
const MAX_HOSTS = 100_000

interface Sent {
  total: number
  /** Counts by slice, oldest first. */
  readonly slices: Map<number, number>
}

/**
 * Counts deliveries by receiving host, over all accounts, in a sliding window.
 * @param now returns milliseconds of a clock that never steps back
 */
export function hostThrottle({ deliveries, windowMs }: HostLimit, now = () => performance.now()) {
  const sliceMs = windowMs / SLICES
  const hosts = new Map<string, Sent>()
  let swept = 0
  const slice = () => Math.floor(now() / sliceMs)

  function forget(sent: Sent, current: number) {
    for (const [at, count] of sent.slices) {
      // One slice more than fits: its last delivery may have begun just before its end.
      if (at >= current - SLICES) return
      sent.slices.delete(at)
      sent.total -= count
    }
  }

  /** Once per window, drops hosts without deliveries, so that only hosts of the last two windows remain. */
  function sweep(current: number) {
    if (current - swept < SLICES) return
    swept = current
    for (const [host, sent] of hosts) {
      forget(sent, current)
      if (sent.total === 0) hosts.delete(host)
    }
  }

  return {
    /** The number of deliveries that may start to the host now. */
    freeSlots(host: string): number {
      const sent = hosts.get(host)
      if (sent === undefined) return hosts.size < MAX_HOSTS ? deliveries : 0
      forget(sent, slice())
      return deliveries - sent.total
    },
    /** Counts a delivery that starts now. */
    count(host: string): void {
      const current = slice()
      sweep(current)
      const sent = hosts.get(host) ?? { total: 0, slices: new Map<number, number>() }
      hosts.set(host, sent)
      sent.total += 1
      sent.slices.set(current, (sent.slices.get(current) ?? 0) + 1)
    },
  }
}
