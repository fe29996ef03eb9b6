import type { Hit } from '../hits/hit.ts'
import type { Instant } from '../kernel/caller.ts'
import { DAY_MS, HOUR_MS } from './analytics.port.ts'
import type { FactDimension, TimeDimension } from './dimension.ts'

/** The weekday of 1970-01-01 as days since Monday. */
const THURSDAY = 3

const FACTS: Readonly<Record<FactDimension, (hit: Hit) => string | null | undefined>> = {
  LINK: ({ link }) => link,
  COUNTRY: ({ country }) => country,
  CONTINENT: ({ continent }) => continent,
  REGION: ({ country, subdivision, region }) => placeOf(country, subdivision || codeBehindDash(region)),
  CITY: ({ country, city }) => placeOf(country, city),
  BROWSER: ({ browser }) => browser?.name,
  OS: ({ os }) => os?.name,
  DEVICE: ({ device }) => device,
  LANGUAGE: ({ language }) => language,
  REFERRER: ({ referrer }) => referrer && referrerHost(referrer),
  RULE: ({ rule }) => (rule === null ? 'none' : String(rule)),
  DESTINATION: ({ redirectedTo }) => redirectedTo,
  UTM_SOURCE: ({ utm }) => utm?.source,
  UTM_MEDIUM: ({ utm }) => utm?.medium,
  UTM_CAMPAIGN: ({ utm }) => utm?.campaign,
  UTM_TERM: ({ utm }) => utm?.term,
  UTM_CONTENT: ({ utm }) => utm?.content,
  REF: ({ ref }) => ref,
}

/**
 * The value that analytics counts a visit under; null for a visit without one, and for the empty text.
 *
 * LINK is the id; COUNTRY and CONTINENT are codes; BROWSER and OS are names without versions; RULE is `none` or the position from 0;
 * DESTINATION is the URL of the redirect. REGION is `CC/name` with the name of the subdivision, or without one the part of the code after
 * the dash; CITY is `CC/name`; both are null without a country. REFERRER is {@link referrerHost}.
 */
export const visitValue = (hit: Hit, by: FactDimension): string | null => FACTS[by](hit) || null

const placeOf = (country: string | null, name: string | null | undefined) => country && name && `${country}/${name}`

function codeBehindDash(region: string | null): string | undefined {
  const dash = region?.indexOf('-') ?? -1
  return dash < 0 ? undefined : region?.slice(dash + 1)
}

/**
 * The host of a referrer: the text between the first `://` and the next `/`, `?` or `#`, without user information up to the last `@`,
 * without a port, and with A to Z in lower case. Null without `://` or host. A database can compute it; browsers send hosts in the form
 * that URL parsers return.
 */
export function referrerHost(referrer: string): string | null {
  const start = referrer.indexOf('://')
  if (start < 0) return null
  const [authority = ''] = referrer.slice(start + 3).split(/[/?#]/, 1)
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return host.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) || null
}

/**
 * The weekday, `1` for Monday to `7`, the hour of the day, `0` to `23`, or the hour of the week, `0` for Monday at midnight to `167`, of a
 * local time that is represented as a UTC instant.
 */
export function localTimeValue(local: Instant, by: TimeDimension): string {
  if (by === 'HOUR_OF_DAY') return String(Math.floor(modulo(local, DAY_MS) / HOUR_MS))
  const sinceMondayMs = modulo(local + THURSDAY * DAY_MS, 7 * DAY_MS)
  return String(by === 'WEEKDAY' ? Math.floor(sinceMondayMs / DAY_MS) + 1 : Math.floor(sinceMondayMs / HOUR_MS))
}

/** The remainder, which is never negative, unlike `%` for times before 1970. */
const modulo = (value: number, by: number) => ((value % by) + by) % by
