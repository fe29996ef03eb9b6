import { type Hit, hitStats, type LinkOutline } from '@shortlink/core'
import { z } from 'zod'
import { findLink } from '../links/find-link.ts'
import { toShown, toWhole } from '../links/link-shown.ts'
import { parameter } from '../parameters.ts'
import { isoOf, toColumns } from '../table/columns.ts'
import { type AnyHost, onEither, type Row } from '../table/row.ts'
import { linkAddress } from './links.ts'

const DEFAULT_HITS = 10
/** Number of countries that people see separately; JSON contains all. */
const MAX_COUNTRIES = 10

export const stats: Row = {
  path: 'link stats',
  summary: 'Show the visits of a link: total, countries and the latest',
  access: 'operator',
  effect: 'reads',
  parameters: [
    ...linkAddress,
    parameter('--hits <n>', `number of latest visits to show, at most 100; default ${DEFAULT_HITS}`, {
      schema: z.int(),
    }),
  ],
  examples: ['link stats spring', 'link stats spring --hits 100 --json'],
  ...onEither(async (host, { hits: take = DEFAULT_HITS, ...address }) => {
    const link = await findLink(host, address)
    const { hitCount } = link
    const found = await statsOf(host, link, take)
    const hits = found.hits.slice(0, take).map(toShownHit)
    const byCountry = found.byCountry.map(({ country, count }) => ({ country: country ?? 'ZZ', count }))
    const shown = host.remote ? toWhole(host, link) : toShown(host, link)
    return {
      json: { ...shown, byCountry, hits },
      lines: [
        ...toColumns(
          ['', ''],
          [
            ['Short URL', shown.shortUrl],
            ['Target', shown.target],
            ['Visits', String(hitCount)],
          ],
        ),
        ...headed('Countries', toColumns(['COUNTRY', 'VISITS'], mostVisited(byCountry))),
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
  }),
}

async function statsOf(host: AnyHost, link: LinkOutline, limit: number) {
  // Visits to anonymous links are not recorded.
  if (link.owner === null) return { hits: [], byCountry: [] }
  return host.run(hitStats, { id: link.id, ...(host.remote && { limit }) }, link)
}

const toShownHit = ({ at, country, device, browser, os, referrer }: Hit) => ({
  ...{ createdAt: isoOf(at) ?? '', country, device },
  ...{ browser: browser?.name ?? null, os: os?.name ?? null, referrer },
})

/** Returns the countries with the most visits first, and the sum of the others. */
function mostVisited(countries: readonly { readonly country: string; readonly count: number }[]): string[][] {
  const others = countries.slice(MAX_COUNTRIES).reduce((sum, { count }) => sum + count, 0)
  const most = countries.slice(0, MAX_COUNTRIES).map(({ country, count }) => [country, String(count)])
  return others > 0 ? [...most, ['others', String(others)]] : most
}

const headed = (heading: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', heading, ...lines])
