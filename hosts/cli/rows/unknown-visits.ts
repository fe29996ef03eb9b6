import { anyUnknownVisits, UnknownVisitsInput } from '@shortlink/core'
import { type ShownUnknownVisit, shownUnknownVisit } from '../../shown-unknown-visit.ts'
import type { Remote } from '../remote/remote.ts'
import { counted, toColumns } from '../table/columns.ts'
import { type Given, parameter, parametersOf } from '../table/parameters.ts'
import type { Host, Shown } from '../table/row.ts'

/** Options of `stats` that count visits to unknown slugs instead of those of a link. */
export const UNKNOWN_OPTIONS = [
  parameter('--unknown', 'count the visits to slugs that no link has instead, at all hosts or at --host'),
  ...parametersOf(UnknownVisitsInput, {
    days: ['--days <n>', 'with --unknown: UTC days up to today, 1 to 30; default 30'],
    take: ['--take <n>', 'with --unknown: slugs, 1 to 100; default 20'],
  }),
] as const

/** The unknown slugs visited most, at every host of the service. */
export async function listUnknown({ settle, ports, settings }: Host, given: Given): Promise<Shown> {
  const visits = await settle(anyUnknownVisits(ports, askedOf(given)))
  const ownHost = new URL(settings.BASE_URL).hostname
  return shown(visits.map((visit) => shownUnknownVisit({ ...visit, hostname: visit.hostname || ownHost })))
}

/** The same at the custom domains of an account on a server. */
export async function listUnknownRemotely({ remote }: { readonly remote: Remote }, given: Given): Promise<Shown> {
  const query = `query ($hostname: String, $days: Int, $take: Int) {
    unknownVisits(hostname: $hostname, days: $days, take: $take) { hostname slug hits firstDay lastDay } }`
  const { unknownVisits } = await remote.ask(query, askedOf(given))
  return shown(unknownVisits)
}

const askedOf = ({ host: hostname, days, take }: Given) => ({ hostname, days, take })

const shown = (visits: readonly ShownUnknownVisit[]): Shown => ({
  json: visits,
  lines: toColumns(
    ['ADDRESS', 'VISITS', 'FIRST DAY', 'LAST DAY'],
    visits.map(({ hostname, slug, hits, firstDay, lastDay }) => [
      `${hostname}/${slug}`,
      counted(hits, 'visit'),
      firstDay,
      lastDay,
    ]),
  ),
  notes: visits.length === 0 ? ['no visits to unknown slugs'] : [],
})
