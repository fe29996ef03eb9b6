import type { Instant } from '@shortlink/core'
import { continentName, countryName } from '@shortlink/core/host'

export interface Place {
  readonly name: string
  readonly code: string
}

/** The country of hits from unknown places; ISO 3166 reserves ZZ for it. */
const UNKNOWN_COUNTRY: Place = { name: 'Unknown', code: 'ZZ' }

/** A country by its ISO 3166-1 code. The name is the code if there is no name. */
export const namedCountry = (code: string): Place => ({ name: countryName(code), code })

/** The visits from a country, with its name. */
export const toCountryCount = ({ country, count }: { readonly country: string | null; readonly count: number }) => ({
  country: country === null ? UNKNOWN_COUNTRY : namedCountry(country),
  count,
})

export const namedContinent = (code: string): Place => ({ name: continentName(code), code })

export interface Zone {
  readonly name: string
  /** Seconds east of UTC. */
  readonly offset: number
  readonly abbreviation: string
}

/** A time zone at an instant; null if the name is unknown. */
export function zoneAt(name: string, at: Instant): Zone | null {
  const formats = zoneFormats(name)
  if (formats === null) return null
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(formats.offset.format(at)) ?? []
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  const abbreviation = formats.abbreviation.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return { name, offset: sign === '-' ? -offset : offset, abbreviation }
}

interface ZoneFormats {
  readonly offset: Intl.DateTimeFormat
  readonly abbreviation: Intl.DateTimeFormat
}

/** Formats are slow to create. Bounded by the few hundred names of time zones. */
const known = new Map<string, ZoneFormats>()

function zoneFormats(timeZone: string): ZoneFormats | null {
  const kept = known.get(timeZone)
  if (kept) return kept
  try {
    const formats = {
      offset: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
      abbreviation: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }),
    }
    known.set(timeZone, formats)
    return formats
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
