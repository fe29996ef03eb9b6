import type { Instant } from '@shortlink/core'

export interface Place {
  readonly name: string
  readonly code: string
}

/** Stands for hits whose country is unknown; ZZ is ISO 3166's own code for it. */
export const UNKNOWN_COUNTRY: Place = { name: 'Unknown', code: 'ZZ' }

const names = new Intl.DisplayNames('en', { type: 'region' })

/** A country by its ISO 3166-1 code; a code without a name is its own name. */
export const namedCountry = (code: string): Place => ({ name: regionName(code), code })

/** Continents have names under their UN M49 codes, Antarctica as a country. */
const M49: Readonly<Record<string, string>> = {
  AF: '002',
  AN: 'AQ',
  AS: '142',
  EU: '150',
  NA: '003',
  OC: '009',
  SA: '005',
}

export const namedContinent = (code: string): Place => ({ name: regionName(M49[code] ?? code), code })

function regionName(code: string): string {
  return /^(?:[A-Z]{2}|\d{3})$/.test(code) ? (names.of(code) ?? code) : code
}

export interface Zone {
  readonly name: string
  /** Seconds east of UTC. */
  readonly offset: number
  readonly abbreviation: string
}

/** A zone as it is at an instant; null for a name that no zone has. */
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

/** Formats take long to make. Only names of real zones stay here, of which there are a few hundred. */
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
