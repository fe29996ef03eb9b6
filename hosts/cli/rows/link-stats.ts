import { findAnyLink, type Hit, hitStats, type Link, onBehalfOf } from '@shortlink/core'
import { z } from 'zod'
import { showStatsRemotely } from '../remote/links.ts'
import { isoOf } from '../table/columns.ts'
import { parameter } from '../table/parameters.ts'
import type { Host, Row } from '../table/row.ts'
import { toShown } from './link-shown.ts'
import { type ShownHit, showStats } from './link-stats-shown.ts'
import { linkAddress } from './links.ts'

const DEFAULT_HITS = 10

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
  remotely: (host, { hits = DEFAULT_HITS, ...given }) => showStatsRemotely(host, { hits, ...given }),
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
