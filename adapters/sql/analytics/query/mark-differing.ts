import { sql } from 'kysely'
import type { Database } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import { givenRows } from '../rolled-day/rolled-day.ts'
import type { LinkDay } from './plan.ts'

/** Days with rollups that differ from the counts. */
export interface Differing {
  readonly links: LinkDay[]
  /** Days of account rollups, each with any one of its links. */
  readonly account: LinkDay[]
}

/**
 * Makes the roller recompute the rollups of these days. Days of links without rollups get some, so that not every query searches for visits with
 * ids out of order. Days that were recomputed in vain are left to `doctor`.
 */
export async function markDiffering({ write }: Pick<Database, 'write'>, { links, account }: Differing): Promise<void> {
  if (links.length > 0)
    await sql`
      insert into rolled_days (link_no, day, through, made_from, version, hits, bots, visitors)
      select no, day, 0, ${sql.lit(MADE_FROM.GROWING)}, 1, 0, 0, 0 from (${ofAccounts(links)}) as days where true
      on conflict do nothing`.execute(write)
  const days = [...links, ...account]
  if (days.length === 0) return
  await sql`
    insert into late_days (link_no, day)
    select no, day from (${ofAccounts(days)}) as days where not exists (
      select 1 from rolled_days
      where link_no = no and rolled_days.day = days.day and through = 0 and made_from = ${sql.lit(MADE_FROM.WHOLE)}
    )
    order by no, day
    on conflict (link_no, day) do update set marks = late_days.marks + 1`.execute(write)
}

const ofAccounts = (days: readonly LinkDay[]) => sql`
  select distinct links.no, given.day from (
    select cast(value ->> 0 as integer) as no, cast(value ->> 1 as integer) as day
    from ${givenRows(days.map(({ no, day }) => [no, day]))}
  ) as given join links on links.no = given.no and links.owner is not null`
