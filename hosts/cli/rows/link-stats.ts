import { findAnyLink, type Hit, hitStats, type Link, onBehalfOf } from '@shortlink/core'
import { z } from 'zod'
import { isoOf, toColumns } from '../table/columns.ts'
import { parameter } from '../table/parameters.ts'
import type { Host, Row, Shown } from '../table/row.ts'
import { type ShownLink, toShown } from './link-shown.ts'
import { linkAddress } from './links.ts'

/** Countries that are listed one by one for people; JSON has all. */
const MAX_COUNTRIES = 10
const DEFAULT_HITS = 10

/** What is shown of a visit. */
interface ShownHit {
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

export const stats: Row = {
  path: 'link stats',
  summary: 'Show the visits of a link: how many, from which countries, and the latest',
  access: 'operator',
  effect: 'reads',
  parameters: [
    ...linkAddress,
    parameter('--hits <n>', `number of latest visits to show, at most 100; default ${DEFAULT_HITS}`, {
      schema: z.int(),
    }),
  ],
  examples: ['link stats spring', 'link stats spring --hits 100 --json'],
  async run(host, { slug, host: hostname, hits = DEFAULT_HITS }) {
    const link = await host.settle(findAnyLink(host.ports, { slug, host: hostname }))
    const found = await statsOf(host, link)
    return showStats({ ...found, link: toShown(host, link), hits: found.hits.slice(0, hits).map(toShownHit) })
  },
}

async function statsOf({ app, settle }: Host, { id, owner }: Link) {
  // Visits of anonymous links are not recorded.
  if (owner === null) return { hits: [], byCountry: [] }
  const { hits, byCountry } = await settle(app.run(hitStats, onBehalfOf(owner), { id }))
  return { hits, byCountry: byCountry.map(({ country, count }) => ({ country: country ?? 'ZZ', count })) }
}

const toShownHit = ({ at, country, device, browser, os, referrer }: Hit): ShownHit => ({
  createdAt: isoOf(at) ?? '',
  ...{ country, device, referrer },
  browser: browser?.name ?? null,
  os: os?.name ?? null,
})

/** Statistics for programs and for people. */
function showStats({ link, byCountry, hits }: Stats): Shown {
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
