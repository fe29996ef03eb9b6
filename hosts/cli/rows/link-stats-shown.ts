import { toColumns } from '../table/columns.ts'
import type { Shown } from '../table/row.ts'
import type { ShownLink } from './link-shown.ts'

/** Countries that are listed one by one for people; JSON has all. */
const MAX_COUNTRIES = 10

/** What is shown of a visit. */
export interface ShownHit {
  readonly createdAt: string
  readonly country: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrer: string | null
}

interface Stats {
  readonly link: ShownLink
  /** Most visits first; `ZZ` is the unknown country. */
  readonly byCountry: readonly { readonly country: string; readonly count: number }[]
  /** Newest first. */
  readonly hits: readonly ShownHit[]
}

/** Statistics for programs and for people. */
export function showStats({ link, byCountry, hits }: Stats): Shown {
  const others = byCountry.slice(MAX_COUNTRIES).reduce((sum, { count }) => sum + count, 0)
  const countries = byCountry.slice(0, MAX_COUNTRIES).map(({ country, count }) => [country, String(count)])
  return {
    json: { ...link, byCountry, hits },
    lines: [
      ...toColumns(
        ['', ''],
        [
          ['Short URL', link.shortUrl],
          ['Target', link.target],
          ['Visits', String(link.hitCount)],
        ],
      ),
      ...headed(
        'Countries',
        toColumns(['COUNTRY', 'VISITS'], others > 0 ? [...countries, ['others', String(others)]] : countries),
      ),
      ...headed(
        'Latest visits',
        toColumns(
          ['TIME (UTC)', 'COUNTRY', 'DEVICE', 'BROWSER', 'SYSTEM', 'REFERRER'],
          hits.map(({ createdAt, country, device, browser, os, referrer }) => [
            createdAt.slice(0, 19).replace('T', ' '),
            ...[country, device, browser, os, referrer].map((value) => value ?? '-'),
          ]),
        ),
      ),
    ],
  }
}

const headed = (heading: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', heading, ...lines])
