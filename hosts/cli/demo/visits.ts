import { coloured } from '../command.ts'

/** The server's address and an API key. */
export interface Asking {
  readonly url: string
  readonly key: string
}

/** The query for the links followed most, which the demo also prints as a curl command. */
export const ANALYTICS = '{ shortlinkAnalytics { totalClicks topLinks { id shortlink hitCount } } }'
const countriesOf = (id: string) => `{ getShortlinkInfo(id: "${id}") { byCountryGraph { country { name } count } } }`

interface Visits {
  readonly shortlinkAnalytics: {
    readonly totalClicks: number
    readonly topLinks: readonly { readonly id: string; readonly shortlink: string; readonly hitCount: number }[]
  }
  readonly getShortlinkInfo: {
    readonly byCountryGraph: readonly { readonly country: { readonly name: string }; readonly count: number }[]
  }
}

type Bar = readonly [label: string, count: number]

const MOST = 8
const WIDTH = 40

/** Queries the running server for its visits and draws each answer as bars below its query. */
export async function drawVisits(asking: Asking): Promise<string> {
  const { totalClicks, topLinks } = (await ask(asking, ANALYTICS)).shortlinkAnalytics
  const [first] = topLinks
  if (first === undefined) throw new Error('The demo has no links')
  const countries = (await ask(asking, countriesOf(first.id))).getShortlinkInfo.byCountryGraph
  return [
    'Followed most',
    coloured('dim', ANALYTICS),
    ...chart(topLinks.map(({ shortlink, hitCount }) => [`/${shortlink}`, hitCount])),
    `${''.padEnd(LABEL)}${grouped(totalClicks)} visits in all`,
    '',
    `Where visitors of /${first.shortlink} were`,
    coloured('dim', countriesOf(first.id)),
    ...chart(countries.map(({ country, count }) => [country.name, count])),
  ].join('\n')
}

async function ask({ url, key }: Asking, query: string): Promise<Visits> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = (await response.json()) as { data: Visits; errors?: readonly { message: string }[] }
  if (errors) throw new Error(errors.map(({ message }) => message).join('; '))
  return data
}

const LABEL = 16

/** A line for each of the highest bars, scaled to the highest. */
function chart(bars: readonly Bar[]): string[] {
  const highest = Math.max(...bars.map(([, count]) => count))
  return bars
    .slice(0, MOST)
    .map(([label, count]) => `${label.padEnd(LABEL)}${coloured('cyan', bar(count / highest))} ${grouped(count)}`)
}

/** Blocks in eighths of a character, at least one eighth. */
function bar(part: number): string {
  const eighths = Math.max(1, Math.round(part * WIDTH * 8))
  return '█'.repeat(eighths / 8) + (' ▏▎▍▌▋▊▉'[eighths % 8] as string).trim()
}

const grouped = (count: number) => count.toLocaleString('en')
