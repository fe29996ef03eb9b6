import { z } from 'zod'
import { DAY_MS } from '../analytics/analytics.port.ts'
import { daysInput, everyDay, lastDays } from '../analytics/last-days.ts'
import { found } from '../kernel/found.ts'
import type { BioPageId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** The views of a bio page on one UTC day. */
export interface BioDayViews {
  /** Such as 2026-05-01. */
  readonly date: string
  /** Views by people, without bots. */
  readonly views: number
}

/** Returns the views of one of the caller's pages on each of the last UTC days: the oldest day first, today last. */
export const bioPageViews = defineUseCase({
  name: 'bioPageViews',
  access: 'user',
  scope: 'bio:read',
  input: z.object({ id: id<BioPageId>().describe("The bio page's id; not its slug."), days: daysInput }),
  run({ store, clock }, { owner }, { id, days }) {
    const range = lastDays(clock.now(), days)
    return found(store.bioPages.viewsByDay(owner, id, range), 'Bio page').map((counted) =>
      everyDay(counted, range).map((views, index): BioDayViews => ({ date: dateOf(range.from + index), views })),
    )
  },
})

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
