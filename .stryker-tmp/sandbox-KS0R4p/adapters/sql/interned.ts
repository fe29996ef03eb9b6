import { hash } from 'node:crypto'
import type { Hit } from '@shortlink/core'
import type { HitAgentsTable, HitPlacesTable } from './schema.ts'

/** What hits share, as rows without their number and digest. */
export const agentOf = ({ userAgent, browser, os, device, bot }: Hit) =>
  ({
    user_agent: userAgent,
    browser: browser?.name ?? null,
    browser_version: browser?.version ?? null,
    os: os?.name ?? null,
    os_version: os?.version ?? null,
    device,
    bot: Number(bot),
  }) satisfies Omit<HitAgentsTable, 'no' | 'digest'>

export const placeOf = ({ country, continent, region, city, postal, timezone, isp }: Hit) =>
  ({ country, continent, region, city, postal, timezone, isp }) satisfies Omit<HitPlacesTable, 'no' | 'digest'>

/** Short name of what is interned: 132 bits of SHA-256, since an index takes no text of any length. */
export const digestOf = (key: string) => hash('sha256', key, 'base64').slice(0, 22)

/** A copy of its own of what is kept: a part of a batch's text would keep all of that in memory. */
export const detached = (text: string) => Buffer.from(text).toString()

/** Bounded memory of the numbers of interned rows. Rows never go while their keys can still be asked for, so it cannot be stale. */
export class Numbers {
  readonly #known = new Map<string, number>()
  readonly #most: number

  constructor(most = 50_000) {
    this.#most = most
  }

  get(key: string): number | undefined {
    return this.#known.get(key)
  }

  /** To be told only what is committed. */
  learn(numbers: Iterable<readonly [string, number]>): void {
    if (this.#known.size > this.#most) this.#known.clear()
    for (const [key, no] of numbers) this.#known.set(detached(key), no)
  }
}
