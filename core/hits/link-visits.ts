import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { daysInput, everyDay, lastDays } from '../analytics/last-days.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { boundedList, id } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'

const MAX_LINKS = 100
/** Maximum number of daily counts per read; copying more blocks the event loop for too long. */
const DAYS_AT_ONCE = 2_000

const LIST = { type: 'ids must be a list', tooLong: `ids takes at most ${MAX_LINKS} items` }

/** The visits of one link, a number for each UTC day: the oldest day first, today last. */
export interface LinkVisits {
  readonly id: LinkId
  readonly days: readonly number[]
}

/**
 * Returns the visits of the caller's links on each of the last UTC days, in the order of the ids, each link once. Omits ids of other links.
 */
export const linkVisits = defineUseCase({
  name: 'linkVisits',
  access: 'user',
  scope: 'analytics:read',
  input: z.object({
    ids: boundedList(id<LinkId>('ids'), MAX_LINKS, LIST).describe(`Link ids, at most ${MAX_LINKS}.`),
    days: daysInput,
  }),
  demandOf: ({ ids, days }) => (ids.length * days > DAYS_AT_ONCE ? 'large-read' : undefined),
  run: (ports, { owner }, { ids, days }) => ResultAsync.fromSafePromise(readVisits(ports, owner, ids, days)),
})

async function readVisits(
  { store, clock, pause }: Pick<Ports, 'store' | 'clock' | 'pause'>,
  owner: UserId,
  ids: readonly LinkId[],
  days: number,
): Promise<LinkVisits[]> {
  const range = lastDays(clock.now(), days)
  const unique = [...new Set(ids)]
  const atOnce = Math.floor(DAYS_AT_ONCE / days)
  const visits: LinkVisits[] = []
  for (let start = 0; start < unique.length; start += atOnce) {
    await pause()
    const asked = unique.slice(start, start + atOnce)
    const counts = await store.hits.countByDay(owner, asked, range)
    for (const id of asked) {
      const counted = counts.get(id)
      if (counted) visits.push({ id, days: everyDay(counted, range) })
    }
  }
  return visits
}
