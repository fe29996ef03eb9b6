import { CONTINENTS } from '../../../hits/hit.ts'
import { among } from '../condition.ts'
import { isCountry } from '../iso-countries.ts'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }

/** Removes case, accents and repeated spaces from a name, so that `Zürich` and `ZURICH` are equal. */
export const foldName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłđðþßæœı]/g, (letter) => PLAIN[letter] as string)
    .replace(/\s+/g, ' ')
    .trim()

const code = (isValid: (code: string) => boolean) => (alternative: string) => {
  const upper = alternative.toUpperCase()
  return isValid(upper) ? upper : undefined
}

export const country = among(
  ({ place }) => place.country,
  'a country code of ISO 3166-1 alpha-2, such as IT',
  code(isCountry),
)

export const continent = among(
  ({ place }) => place.continent,
  `one of ${CONTINENTS.join(', ')}`,
  code((upper) => CONTINENTS.includes(upper)),
)

export const region = among(
  ({ place }) => place.region,
  'a subdivision code of ISO 3166-2, such as US-CA',
  code((upper) => /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(upper) && isCountry(upper.slice(0, 2))),
)

export const city = among(
  (facts) => facts.city,
  'the name of a city',
  (alternative) => foldName(alternative) || undefined,
)
