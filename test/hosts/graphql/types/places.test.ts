import { describe, expect, it } from 'vitest'
import { namedContinent, namedCountry, zoneAt } from '../../../../hosts/graphql/types/places.ts'

describe('zones', () => {
  it.each([
    ['America/New_York', '2026-01-15', -5 * 3600, 'EST'],
    ['America/New_York', '2026-07-15', -4 * 3600, 'EDT'],
    ['Asia/Kolkata', '2026-01-15', 5.5 * 3600, 'GMT+5:30'],
    ['Etc/UTC', '2026-01-15', 0, 'UTC'],
    ['Europe/London', '2026-01-15', 0, 'GMT'],
  ])('zoneAt returns UTC offset and abbreviation of %s on %s', (name, day, offset, abbreviation) => {
    expect(zoneAt(name, Date.parse(day))).toEqual({ name, offset, abbreviation })
  })

  it('an unknown zone name is null', () => {
    expect(zoneAt('No/Where', 0)).toBeNull()
  })
})

describe('names', () => {
  it.each([
    ['AF', 'Africa'],
    ['AN', 'Antarctica'],
    ['AS', 'Asia'],
    ['EU', 'Europe'],
    ['NA', 'North America'],
    ['OC', 'Oceania'],
    ['SA', 'South America'],
  ])('the name of the continent %s is %s', (code, name) => {
    expect(namedContinent(code)).toEqual({ code, name })
  })

  it('the name of a country is English, or its code when it has none', () => {
    expect(['DE', 'XX', 'T1', '??'].map((code) => namedCountry(code).name)).toEqual(['Germany', 'XX', 'T1', '??'])
  })
})
