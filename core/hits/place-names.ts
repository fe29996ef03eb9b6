const names = new Intl.DisplayNames('en', { type: 'region' })

/** The codes of continents for `Intl.DisplayNames`: UN M49, and the country code of Antarctica. */
const M49: Readonly<Record<string, string>> = {
  AF: '002',
  AN: 'AQ',
  AS: '142',
  EU: '150',
  NA: '003',
  OC: '009',
  SA: '005',
}

/** Returns the English name of a country by its ISO 3166-1 code; the code if there is no name. */
export const countryName = (code: string): string => regionName(code)

/** Returns the English name of a continent by its code, one of `CONTINENTS`; the code if there is no name. */
export const continentName = (code: string): string => regionName(M49[code] ?? code)

function regionName(code: string): string {
  return /^(?:[A-Z]{2}|\d{3})$/.test(code) ? (names.of(code) ?? code) : code
}
