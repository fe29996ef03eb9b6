import { hash } from 'node:crypto'
import type { Agent, Hit, Place } from '@shortlink/core'
import { detached } from '../kit/detached.ts'
import type { HitAgentsTable, HitPlacesTable } from './tables/hits.ts'

/** The part of a hit that is interned as its agent, as a row without key and digest. */
export const agentRow = ({ userAgent, browser, os, device, bot }: Hit) =>
  ({
    user_agent: userAgent,
    browser: browser?.name ?? null,
    browser_version: browser?.version ?? null,
    os: os?.name ?? null,
    os_version: os?.version ?? null,
    device,
    bot: Number(bot),
  }) satisfies Omit<HitAgentsTable, 'no' | 'digest'>

/** The part of a hit that is interned as its place. */
export const placeRow = ({ country, continent, region, city, postal, timezone, isp }: Hit) =>
  ({ country, continent, region, city, postal, timezone, isp }) satisfies Omit<HitPlacesTable, 'no' | 'digest'>

/** Digest of an interned row, 132 bits of SHA-256: the contents may be too long for an index. */
export const digestOf = (contents: string) => hash('sha256', contents, 'base64').slice(0, 22)

/** How long the key of a row is cached. */
const CACHED_MS = 60 * 60 * 1000
/** How long a row stays marked before it is removed: longer than any recorder caches its key. */
export const UNFINDABLE_MS = 2 * CACHED_MS

/** Age of the cached keys, by two clocks: one stops while the machine sleeps, the other may be set. */
export class KeyCacheAge {
  #since = clocks()

  /** Returns true once an hour: then the caches must be cleared. */
  isOver(): boolean {
    const now = clocks()
    const isYoung = now.every((at, clock) => Math.abs(at - (this.#since[clock] ?? 0)) < CACHED_MS)
    if (!isYoung) this.#since = now
    return !isYoung
  }
}

const clocks = () => [Date.now(), performance.now()]

/** Keys of interned rows by their contents. Bounded; cleared by the owner when {@link KeyCacheAge} is over. */
export class KeyCache {
  readonly #keys = new Map<string, number>()
  readonly #maxKeys: number

  constructor(maxKeys = 50_000) {
    this.#maxKeys = maxKeys
  }

  get(contents: string): number | undefined {
    return this.#keys.get(contents)
  }

  clear(): void {
    this.#keys.clear()
  }

  /** Adds keys of committed rows. */
  add(keys: Iterable<readonly [contents: string, key: number]>): void {
    if (this.#keys.size > this.#maxKeys) this.#keys.clear()
    for (const [contents, key] of keys) this.#keys.set(detached(contents), key)
  }
}

const MAX_LAST_KEYS = 20_000

/**
 * The key of the interned row that the last hit of a group used, if the next hit has the same part. Most hits repeat, and serialising
 * the part costs as much as storing the hit. Set it after the commit, or clear it after a rollback.
 */
export class LastKeyCache<Group extends string | number | null, Part> {
  readonly #last = new Map<Group, { readonly part: Part; readonly key: number }>()
  readonly #partOf: (hit: Hit) => Part
  readonly #isSame: (part: Part, hit: Hit) => boolean

  constructor(partOf: (hit: Hit) => Part, isSame: (part: Part, hit: Hit) => boolean) {
    this.#partOf = partOf
    this.#isSame = isSame
  }

  get(group: Group, hit: Hit): number | undefined {
    const last = this.#last.get(group)
    return last !== undefined && this.#isSame(last.part, hit) ? last.key : undefined
  }

  set(group: Group, hit: Hit, key: number): void {
    if (this.#last.size >= MAX_LAST_KEYS) this.#last.clear()
    this.#last.set(typeof group === 'string' ? (detached(group) as Group) : group, { part: this.#partOf(hit), key })
  }

  clear(): void {
    this.#last.clear()
  }
}

/** Grouped by user agent, by country, and by the key of the link. */
export const lastKeyCaches = () => ({
  agents: new LastKeyCache<string | null, Agent>(agentParts, isSameAgent),
  places: new LastKeyCache<string | null, Place>(placeRow, isSamePlace),
  destinations: new LastKeyCache<number, string>(
    ({ redirectedTo }) => detached(redirectedTo),
    (url, { redirectedTo }) => url === redirectedTo,
  ),
})

const agentParts = ({ browser, os, device, bot }: Hit): Agent => ({ browser, os, device, bot })

const isSameAgent = (one: Agent, other: Agent) =>
  one.browser === other.browser && one.os === other.os && one.device === other.device && one.bot === other.bot

const isSamePlace = (one: Place, other: Place) =>
  one.city === other.city &&
  one.postal === other.postal &&
  one.region === other.region &&
  one.timezone === other.timezone &&
  one.continent === other.continent &&
  one.isp === other.isp
