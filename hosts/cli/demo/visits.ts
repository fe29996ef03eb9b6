import { coloured } from '../command.ts'
import { dataOf } from '../remote/calls.ts'
import { openRemote } from '../remote/remote.ts'
import { chart } from '../rows/stats.ts'
import { barAcross } from '../table/bars.ts'
import { remoteHost } from '../table/remote-host.ts'

/** The server's URL and an API key. */
export interface Asking {
  readonly url: string
  readonly key: string
}

/** The path of the most visited links, which the demo also prints as a curl command. */
export const TOTALS = '/api/v1/links/totals'

type Bar = readonly [label: string, count: number]

const MOST = 8
const WIDTH = 40

/** Queries the visits of the running server: draws the most visited links, and the output of `shortlink stats` for the first. */
export async function drawVisits({ url, key }: Asking): Promise<string> {
  const remote = openRemote(url, key)
  const { totalClicks, topLinks } = await remote.ask(({ GET }) => dataOf(GET('/links/totals')))
  const [first] = topLinks
  if (first === undefined) throw new Error('The demo has no links')
  const { lines } = await chart(remoteHost(remote), { slug: first.slug, by: ['COUNTRY'] })
  return [
    'Followed most',
    coloured('dim', `GET ${TOTALS}`),
    ...barsOf(topLinks.map(({ slug, hitCount }) => [`/${slug}`, hitCount])),
    `${''.padEnd(LABEL)}${grouped(totalClicks)} visits in all`,
    '',
    `The last 30 days of /${first.slug}`,
    coloured('dim', `shortlink stats ${first.slug} --by country`),
    ...lines,
  ].join('\n')
}

const LABEL = 16

/** Returns a line for each of the highest bars, scaled to the highest. */
function barsOf(bars: readonly Bar[]): string[] {
  const highest = Math.max(...bars.map(([, count]) => count))
  return bars
    .slice(0, MOST)
    .map(
      ([label, count]) =>
        `${label.padEnd(LABEL)}${coloured('cyan', barAcross(count, highest, WIDTH))} ${grouped(count)}`,
    )
}

const grouped = (count: number) => count.toLocaleString('en')
