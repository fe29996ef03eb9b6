import type { Hit } from '../hits/hit.ts'
import type { Instant } from '../kernel/caller.ts'
import { DAY_MS } from './analytics.port.ts'
import type { FactDimension, TimeDimension } from './dimension.ts'

const HOUR_MS = 60 * 60_000
/** Days since the Monday before 1970. */
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
 * The value by which a visit is counted; null where it has none, which the empty text is, too.
 *
 * LINK is the id; COUNTRY and CONTINENT codes; BROWSER and OS names without versions; RULE `none` or the position from 0; DESTINATION the
 * address that the visitor was sent to. REGION is `CC/name` with the name of the subdivision, else with what is behind the dash of the code;
 * CITY is `CC/name`; both are null without a country. REFERRER is {@link referrerHost}.
 */
export const visitValue = (hit: Hit, by: FactDimension): string | null => FACTS[by](hit) || null

const placeOf = (country: string | null, name: string | null | undefined) => country && name && `${country}/${name}`

function codeBehindDash(region: string | null): string | undefined {
  const dash = region?.indexOf('-') ?? -1
  return dash < 0 ? undefined : region?.slice(dash + 1)
}

/**
 * The host of a referrer: what stands between the first `://` and the next of `/`, `?` and `#`, without what is up to the last `@` and
 * without a port, with A to Z in lower case. Null without `://` or host. So it can be computed by a database; browsers send hosts in the
 * form that a URL parser gives them.
 */
export function referrerHost(referrer: string): string | null {
  const start = referrer.indexOf('://')
  if (start < 0) return null
  const [authority = ''] = referrer.slice(start + 3).split(/[/?#]/, 1)
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return host.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) || null
}

/** The weekday, `1` for Monday to `7`, or the hour, `0` to `23`, of a local time that is given as if it were UTC. */
export const localTimeValue = (local: Instant, by: TimeDimension): string =>
  by === 'WEEKDAY'
    ? String(modulo(Math.floor(local / DAY_MS) + THURSDAY, 7) + 1)
    : String(Math.floor(modulo(local, DAY_MS) / HOUR_MS))

/** Not negative for times before 1970. */
const modulo = (value: number, by: number) => ((value % by) + by) % by
