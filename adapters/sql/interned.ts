import { hash } from 'node:crypto'
import type { Agent, Hit, Place } from '@shortlink/core'
import { detached } from '../kit/detached.ts'
import type { HitAgentsTable, HitPlacesTable } from './tables/hits.ts'

/** What hits share, as rows without their number and digest. */
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

export const placeRow = ({ country, continent, region, city, postal, timezone, isp }: Hit) =>
  ({ country, continent, region, city, postal, timezone, isp }) satisfies Omit<HitPlacesTable, 'no' | 'digest'>

/** Short name of what is interned: 132 bits of SHA-256, since an index takes no text of any length. */
export const digestOf = (key: string) => hash('sha256', key, 'base64').slice(0, 22)

/** How long the number of a row is remembered without looking at the row again, in milliseconds. */
const REMEMBERED_MS = 60 * 60 * 1000
/** How long a row cannot be found before it is removed: long after all recorders have forgotten its number. */
export const UNFINDABLE_MS = 2 * REMEMBERED_MS

/** Whether remembered numbers are too old, by either clock: machines sleep, and clocks are set. */
export class KeyCacheAge {
  #since = clocks()

  /** True when the numbers must be forgotten, and then not again for an hour. */
  isOver(): boolean {
    const now = clocks()
    const isYoung = now.every((at, clock) => Math.abs(at - (this.#since[clock] ?? 0)) < REMEMBERED_MS)
    if (!isYoung) this.#since = now
    return !isYoung
  }
}

const clocks = () => [Date.now(), performance.now()]

/** Bounded memory of the numbers of interned rows, to be cleared when {@link KeyCacheAge} says so. */
export class KeyCache {
  readonly #known = new Map<string, number>()
  readonly #most: number

  constructor(most = 50_000) {
    this.#most = most
  }

  get(key: string): number | undefined {
    return this.#known.get(key)
  }

  clear(): void {
    this.#known.clear()
  }

  /** To be told only what is committed. */
  add(numbers: Iterable<readonly [string, number]>): void {
    if (this.#known.size > this.#most) this.#known.clear()
    for (const [key, no] of numbers) this.#known.set(detached(key), no)
  }
}

const RECENT = 20_000

/**
 * The number that the last hit of a key had, if it shared the same: hits come in swarms, and to spell out what they share costs as
 * much as storing them. To be told only what is committed, or to forget what is not.
 */
export class LastKeyCache<Key extends string | number | null, Part> {
  readonly #recent = new Map<Key, { readonly part: Part; readonly no: number }>()
  readonly #partOf: (hit: Hit) => Part
  readonly #isSame: (part: Part, hit: Hit) => boolean

  constructor(partOf: (hit: Hit) => Part, isSame: (part: Part, hit: Hit) => boolean) {
    this.#partOf = partOf
    this.#isSame = isSame
  }

  get(key: Key, hit: Hit): number | undefined {
    const before = this.#recent.get(key)
    return before !== undefined && this.#isSame(before.part, hit) ? before.no : undefined
  }

  set(key: Key, hit: Hit, no: number): void {
    if (this.#recent.size >= RECENT) this.#recent.clear()
    this.#recent.set(typeof key === 'string' ? (detached(key) as Key) : key, { part: this.#partOf(hit), no })
  }

  clear(): void {
    this.#recent.clear()
  }
}

/** By user agent, by country, and by the number of the link. */
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
