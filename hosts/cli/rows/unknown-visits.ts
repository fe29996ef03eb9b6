import { unknownVisits } from '@shortlink/core'
import { anyUnknownVisits, UnknownVisitsInput } from '@shortlink/core/host'
import type { UnknownVisit } from '@shortlink/core/ports'
import { shownUnknownVisit } from '../../kit/shown-unknown-visit.ts'
import { type Given, parameter, parametersOf } from '../parameters.ts'
import { counted, toColumns } from '../table/columns.ts'
import type { AnyHost, Shown } from '../table/row.ts'

/** Options of `stats` that count visits to unknown slugs instead of visits to a link. */
export const UNKNOWN_OPTIONS = [
  parameter('--unknown', 'count the visits to unknown slugs instead, on all hosts or on --host'),
  ...parametersOf(UnknownVisitsInput, {
    days: ['--days <n>', 'with --unknown: UTC days up to today, 1 to 30; default 30'],
    take: ['--take <n>', 'with --unknown: slugs, 1 to 100; default 20'],
  }),
] as const

/** Lists the unknown slugs with the most visits: at every host of the service, or at the custom domains of an account on a server. */
export async function listUnknown(host: AnyHost, { host: hostname, days, take }: Given): Promise<Shown> {
  const asked = { hostname, days, take }
  if (host.remote) return shown(await host.run(unknownVisits, asked))
  const visits = await host.settle(anyUnknownVisits(host.ports, asked))
  const ownHost = new URL(host.settings.BASE_URL).hostname
  return shown(visits.map((visit) => ({ ...visit, hostname: visit.hostname || ownHost })))
}

function shown(unknown: readonly UnknownVisit[]): Shown {
  const visits = unknown.map(shownUnknownVisit)
  return {
    json: visits,
    lines: toColumns(
      ['ADDRESS', 'VISITS', 'FIRST DAY', 'LAST DAY'],
      visits.map(({ hostname, slug, hits, firstDay, lastDay }) => [
        ...[`${hostname}/${slug}`, counted(hits, 'visit'), firstDay, lastDay],
      ]),
    ),
    notes: visits.length === 0 ? ['no visits to unknown slugs'] : [],
  }
}
