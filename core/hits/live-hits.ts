import type { HitId, UserId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'
import { firstHitIdAt } from './hit-id.ts'
import type { LatestHits, StreamedHit } from './hit-stream.port.ts'
import { SeenHits } from './seen-hits.ts'

/** Visits are gathered for up to 1.3 s before they are stored, and are to be passed on within 2 s. */
const INTERVAL_MS = 500
const TICKS_A_SECOND = 1000 / INTERVAL_MS
/** How much later than others a visit may be stored, or how far clocks of replicas may be apart, for it still to be passed on. */
const WINDOW_MS = 5000
/** Visits of all accounts in the window that are looked at. */
const MAX_LOOKED_AT = 20_000
const IDS_AT_ONCE = 2_000
/** Visits of one account that are passed on in a second. */
const MAX_PASSED_ON = 200

/** The visits of one account that were stored since the last news. */
export interface HitNews {
  /** The latest, at most 200 a second, oldest first. */
  readonly hits: readonly StreamedHit[]
  /** How many more there were. */
  readonly skipped: number
}

/** Gets the news of an account. Must not throw. */
export type HitListener = (news: HitNews) => void

/** Passes new visits on to those who listen, also visits that other replicas stored. */
export interface LiveHits {
  /** Resolves when visits from now on are passed on, with the function that ends it. */
  listen(owner: UserId, listener: HitListener): Promise<() => void>
}

/**
 * Reads new visits from the store twice a second, for all listeners at once, and not at all without any. Visits of different replicas are
 * not stored in the order of their ids: each time those of the last seconds are read, and the ones that were passed on before left out.
 */
export function liveHits(
  { store: { hitStream }, clock, timer, pause }: Pick<Ports, 'store' | 'clock' | 'timer' | 'pause'>,
  onError: (error: unknown) => void,
): LiveHits {
  const listeners = new Map<UserId, Set<HitListener>>()
  let seen = new SeenHits()
  let cancelTick: (() => void) | undefined
  let isReading = false
  let ticks = 0
  /** How many visits of each account were passed on in this second. */
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

  /** Those that were not passed on. Looking for thousands in one turn would hold the event loop for milliseconds. */
  async function unseenOf(ids: readonly HitId[]): Promise<readonly HitId[]> {
    const unseen: HitId[] = []
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      await pause()
      for (const id of ids.slice(from, from + IDS_AT_ONCE)) if (!seen.has(id)) unseen.push(id)
    }
    return unseen
  }

  /** The latest of the new visits, as many as may still be passed on in this second. */
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

  /** Visits that are stored already are no news to an account that begins to listen. */
  async function skipPast(owner: UserId) {
    if (listeners.size === 0) seen = new SeenHits()
    seen.forgetBefore(windowStart())
    const latest = await hitStream.latest([owner], seen.floor, MAX_LOOKED_AT)
    // Another listener of the account, who came meanwhile, is waiting for some of them.
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
