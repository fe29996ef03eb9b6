import type { Place } from '@shortlink/core'
import { CONTINENTS, isCountry } from '@shortlink/core/adapter'
import { getCountry } from 'countries-and-timezones'
import { countries } from 'countries-list'
import zoneAt from 'tz-lookup'
import type { MmdbRecord } from './mmdb-file.ts'

/** The place that a geo record and an ASN record describe, in MaxMind's nested layout or a flat one. */
export function placeOf(geo: MmdbRecord | null, asn: MmdbRecord | null): Place {
  const country = countryOf(geo)
  return {
    country,
    continent: continentOf(geo, country),
    region: regionOf(geo, country),
    subdivision: text(at(geo, 'subdivisions', 0, 'names', 'en')) ?? text(geo?.state1) ?? text(geo?.region),
    city: text(at(geo, 'city', 'names', 'en')) ?? text(geo?.city),
    postal: text(at(geo, 'postal', 'code')) ?? text(geo?.postcode) ?? text(geo?.postal_code),
    timezone: zoneOf(geo, country),
    isp: ispOf(asn) ?? ispOf(geo),
  }
}

/** The member of nested objects at the path; undefined when a part of the path is missing. */
function at(record: unknown, ...path: (string | number)[]): unknown {
  let value = record
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string | number, unknown>)[name]
  }
  return value
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

function countryOf(geo: MmdbRecord | null): string | null {
  const code = text(at(geo, 'country', 'iso_code')) ?? text(geo?.country_code) ?? text(geo?.country)
  const upper = code?.toUpperCase()
  // Some files hold codes of no country, such as EU or ZZ.
  return upper !== undefined && isCountry(upper) ? upper : null
}

function continentOf(geo: MmdbRecord | null, country: string | null): string | null {
  const code = text(at(geo, 'continent', 'code')) ?? text(geo?.continent_code) ?? text(geo?.continent)
  if (code !== null && CONTINENTS.includes(code.toUpperCase())) return code.toUpperCase()
  return country !== null && country in countries ? countries[country as keyof typeof countries].continent : null
}

/** By the first subdivision, which is the largest and the one that ISO 3166-2 codes. */
function regionOf(geo: MmdbRecord | null, country: string | null): string | null {
  const code = text(at(geo, 'subdivisions', 0, 'iso_code'))
  return country !== null && code !== null && /^[A-Z0-9]{1,3}$/.test(code) ? `${country}-${code}` : null
}

function zoneOf(geo: MmdbRecord | null, country: string | null): string | null {
  const named = text(at(geo, 'location', 'time_zone')) ?? text(geo?.timezone)
  return named ?? zoneOfPoint(geo) ?? zoneOfCountry(country)
}

function zoneOfPoint(geo: MmdbRecord | null): string | null {
  const latitude = coordinate(at(geo, 'location', 'latitude') ?? geo?.latitude)
  const longitude = coordinate(at(geo, 'location', 'longitude') ?? geo?.longitude)
  try {
    return latitude === null || longitude === null ? null : zoneAt(latitude, longitude)
  } catch {
    return null
  }
}

/** Some flat files hold numbers as text. */
function coordinate(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The zone of a country that has only one. */
function zoneOfCountry(country: string | null): string | null {
  const zones = country === null ? [] : (getCountry(country)?.timezones ?? [])
  return zones.length === 1 ? (zones[0] ?? null) : null
}

function ispOf(record: MmdbRecord | null): string | null {
  return (
    text(record?.isp) ??
    text(at(record, 'traits', 'isp')) ??
    text(record?.autonomous_system_organization) ??
    text(at(record, 'traits', 'autonomous_system_organization')) ??
    text(record?.['as-organization']) ??
    text(record?.as_organization) ??
    text(record?.as_name) ??
    text(record?.organization)
  )
}
