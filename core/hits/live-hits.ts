import type { HitId, UserId } from '../kernel/ids.ts'
import type { Clock, Pause, Timer } from '../kernel/ports.ts'
import { firstHitIdAt } from './hit-id.ts'
import type { HitStream, LatestHits, StreamedHit } from './hit-stream.port.ts'
import { SeenHits } from './seen-hits.ts'

/** Time between reads. The recorder buffers visits for up to 1.3 s, and listeners must get them within 2 s. */
const INTERVAL_MS = 500
const TICKS_A_SECOND = 1000 / INTERVAL_MS
/** Maximum delay of a stored visit behind others, and maximum clock difference between replicas; later visits do not reach listeners. */
const WINDOW_MS = 5000
/** Maximum number of visits of all accounts per read of the window. */
const MAX_LOOKED_AT = 20_000
const IDS_AT_ONCE = 2_000
/** Maximum number of visits that one account gets per second. */
const MAX_PASSED_ON = 200

/** The visits of one account that were stored since the previous news. */
export interface HitNews {
  /** The latest visits, at most 200 per second, oldest first. */
  readonly hits: readonly StreamedHit[]
  /** Number of additional visits. */
  readonly skipped: number
}

/** Receives the news of an account. Must not throw. */
export type HitListener = (news: HitNews) => void

/** Forwards new visits to listeners, including visits that other replicas stored. */
export interface LiveHits {
  /** Resolves when the listener gets all visits from now on. Returns the function that removes the listener. */
  listen(owner: UserId, listener: HitListener): Promise<() => void>
}

interface LivePorts {
  readonly store: { readonly hitStream: HitStream }
  readonly clock: Clock
  readonly timer: Timer
  readonly pause: Pause
}

/**
 * Reads new visits from the store twice per second, once for all listeners, and not at all without listeners. Replicas do not store visits
 * in the order of their ids: each read covers the last seconds and skips visits that listeners already received.
 */
export function liveHits(
  { store: { hitStream }, clock, timer, pause }: LivePorts,
  onError: (error: unknown) => void,
): LiveHits {
  const listeners = new Map<UserId, Set<HitListener>>()
  let seen = new SeenHits()
  let cancelTick: (() => void) | undefined
  let isReading = false
  let ticks = 0
  /** Number of visits that each account received in this second. */
  const passedOn = new Map<UserId, number>()

  async function tick() {
    if (ticks++ % TICKS_A_SECOND === 0) passedOn.clear()
    seen.forgetBefore(windowStart())
    const latest: LatestHits[] = []
    for (const { owner, ids } of await hitStream.latest([...listeners.keys()], seen.floor, MAX_LOOKED_AT)) {
      const unseen = await unseenOf(ids)
      if (unseen.length > 0) latest.push({ owner, ids: unseen })
    }
    const found = await hitStream.find(latest.flatMap(allowedOf))
    const hits = new Map(found.map((one) => [one.hit.id, one]))
    for (const news of latest) {
      seen.add(news.ids)
      publish(news, hits)
      await pause()
    }
  }

  /** Returns the ids that no listener received. Checking thousands in one turn would block the event loop for milliseconds. */
  async function unseenOf(ids: readonly HitId[]): Promise<readonly HitId[]> {
    const unseen: HitId[] = []
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      await pause()
      for (const id of ids.slice(from, from + IDS_AT_ONCE)) if (!seen.has(id)) unseen.push(id)
    }
    return unseen
  }

  /** Returns the latest of the new visits, up to the remaining limit of this second. */
  const allowedOf = ({ owner, ids }: LatestHits) => ids.slice(0, MAX_PASSED_ON - (passedOn.get(owner) ?? 0))

  function publish(latest: LatestHits, found: ReadonlyMap<HitId, StreamedHit>) {
    const { owner, ids } = latest
    const allowed = allowedOf(latest)
    passedOn.set(owner, (passedOn.get(owner) ?? 0) + allowed.length)
    const hits = allowed.reverse().flatMap((id) => found.get(id) ?? [])
    const news = { hits, skipped: ids.length - allowed.length }
    for (const listener of listeners.get(owner) ?? []) listener(news)
  }

  const windowStart = () => firstHitIdAt(clock.now() - WINDOW_MS)

  function schedule() {
    if (listeners.size === 0 || isReading || cancelTick !== undefined) return
    cancelTick = timer(INTERVAL_MS, () => {
      cancelTick = undefined
      isReading = true
      const done = () => {
        isReading = false
        schedule()
      }
      tick().catch(onError).then(done)
    })
  }

  function remove(owner: UserId, listener: HitListener) {
    const others = listeners.get(owner)
    others?.delete(listener)
    if (others?.size === 0) listeners.delete(owner)
    if (listeners.size > 0) return
    cancelTick?.()
    cancelTick = undefined
  }

  /** Marks stored visits as seen, since they are no news to an account that starts to listen. */
  async function skipPast(owner: UserId) {
    if (listeners.size === 0) seen = new SeenHits()
    seen.forgetBefore(windowStart())
    const latest = await hitStream.latest([owner], seen.floor, MAX_LOOKED_AT)
    // If another listener of the account came meanwhile, it is waiting for some of them.
    if (!listeners.has(owner)) for (const { ids } of latest) seen.add(ids)
  }

  return {
    async listen(owner, listener) {
      if (!listeners.has(owner)) await skipPast(owner)
      listeners.set(owner, (listeners.get(owner) ?? new Set()).add(listener))
      schedule()
      return () => remove(owner, listener)
    },
  }
}
