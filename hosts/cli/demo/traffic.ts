import type { Visitor } from '@shortlink/core'
import { AGENTS, LINKS, QUERIES, REFERRERS } from './content.ts'
import { NETWORKS } from './networks.ts'

const DAYS = 365
const VISITS = 24_000
const PEOPLE = 6_000
/** Share of visits that repeat the same link within the hour. */
const AGAIN = 0.1
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** A visit to simulate. */
export interface Following {
  readonly at: number
  readonly slug: string
  /** Number of the person, who may return. */
  readonly person: number
  readonly visitor: Visitor
}

/** Returns a year of visits up to an instant, in the order of their times. */
export function traffic(now: number): Following[] {
  const next = chance(1815)
  const people = Array.from({ length: PEOPLE }, () => someone(next))
  const start = now - (now % DAY) - (DAYS - 1) * DAY
  return Array.from({ length: VISITS }, () => {
    // A few people come often and most only once.
    const person = Math.floor(next() ** 2 * PEOPLE)
    const visitor = { ...(people[person] as Person), referrer: pick(next, REFERRERS), query: pick(next, QUERIES) }
    const at = start + timeOfVisit(next, start)
    return { at, slug: pick(next, SLUGS), person, visitor: { ...visitor, counts: true, isPrivate: false } }
  })
    .flatMap((one) => (next() < AGAIN ? [one, { ...one, at: one.at + Math.floor(next() * HOUR) }] : [one]))
    .filter(({ at }) => at < now)
    .sort((a, b) => a.at - b.at)
}

const SLUGS = LINKS.map(({ slug, weight }) => [slug, weight] as const)

type Person = Pick<Visitor, 'acceptLanguage' | 'ip' | 'userAgent'>

function someone(next: () => number): Person {
  const { prefix, language } = pick(next, NETWORKS)
  return {
    ip: `${prefix}.${1 + Math.floor(next() * 250)}`,
    userAgent: pick(next, AGENTS),
    acceptLanguage: language,
  }
}

/** Visits by the day of the week from Sunday, relative to the busiest day. */
const WEEK = [0.45, 0.95, 1, 0.95, 0.9, 0.8, 0.5] as const

/** Picks a time of a visit: more visits later in the year, fewer at weekends, and most in the daytime of Europe. */
function timeOfVisit(next: () => number, start: number): number {
  for (;;) {
    const day = Math.floor(Math.sqrt(next()) * DAYS) * DAY
    const at = day + Math.floor((3 + 21 * ((next() + next() + next()) / 3)) * HOUR)
    if (next() < (WEEK[new Date(start + at).getUTCDay()] ?? 1)) return at
  }
}

/** Returns a random generator with the same numbers for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function pick<T>(next: () => number, choices: readonly (readonly [T, number])[]): T {
  let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  const chosen = choices.find(([, weight]) => {
    rest -= weight
    return rest < 0
  })
  return (chosen ?? (choices[0] as readonly [T, number]))[0]
}
