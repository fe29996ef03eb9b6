import { DAY_MS, MAX_RAW_HITS } from '@shortlink/core/adapter'
import type { SumQuestion } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import { type Days, isAmong, merged, timesOf, without } from '../expressions/days.ts'
import { accountTotals } from './account-days.ts'
import { strayDays } from './account-proof.ts'
import { rolledDays } from './link-rolls.ts'
import { type LinkDay, type Plan, withoutAccountDays } from './plan.ts'
import type { Reader } from './reader.ts'
import { type Reads, readsOf } from './reads.ts'
import { withScans } from './scans.ts'
import { allVisits, idsBetween, type Spans, visitsAfter, visitsNotRolled } from './spans.ts'

/** Maximum number of differing links and days. With more, reading visits instead of rollups would be too much for a call. */
const MAX_FOUND = 1_000

/** A plan with consistent results for all queries. */
export interface Proven {
  readonly plan: Plan
  /** Links and days with rollups that differed from the counts. */
  readonly differing: readonly LinkDay[]
  /** Whether the call would read too many visits with this plan. */
  readonly isTooLarge: boolean
}

/**
 * Compares the rollups of link days with the counts, which are exact. Days with wrong rollups are then read by visit. Links with visits that were
 * not found by id are searched completely: since a clock was set back, ids do not follow the times. An account's days with such visits are
 * read by link.
 */
export async function proven(
  reader: Reader,
  questions: readonly SumQuestion[],
  isNarrowed: boolean,
  known: Plan,
): Promise<Proven> {
  const reads = readsOf(questions, isNarrowed, known)
  const visits = await visitsRead(reader, reads, known)
  if (visits > MAX_RAW_HITS) return { plan: known, differing: [], isTooLarge: true }
  const ranges = [...reads.beside, ...reads.all, ...reads.ofAccount].map((days) => idsBetween(timesOf(days)))
  const plan = await withScans(reader, known, ranges, visits)
  const stray = await strayDays(reader, reads.ofAccount, plan)
  if (stray.length > 0) return proven(reader, questions, isNarrowed, withoutAccountDays(plan, stray))
  const differing = await differences(reader, reads, plan)
  const broken = differing.filter(({ is_rolled }) => is_rolled === 1)
  const repaired = { ...plan, broken }
  const isTooLarge = differing.length === MAX_FOUND
  if (differing.length === 0 || isTooLarge) return { plan, differing, isTooLarge }
  if ((await visitsRead(reader, reads, repaired)) > MAX_RAW_HITS) return { plan, differing, isTooLarge: true }
  const left = broken.length === 0 ? differing : await differences(reader, reads, repaired)
  const last = { ...repaired, astray: [...new Set(left.map(({ no }) => no))] }
  const isLastTooLarge = left.length === MAX_FOUND || (await visitsRead(reader, reads, last)) > MAX_RAW_HITS
  return { plan: last, differing, isTooLarge: isLastTooLarge }
}

/** Number of visits to read one by one. Stops counting above the maximum of a call. */
async function visitsRead(reader: Reader, reads: Reads, plan: Plan): Promise<number> {
  const counts = [...visitsOfLinks(reads, plan), ...visitsOfAccount(reads, plan), ...visitsAstray(plan)]
  if (counts.length === 0) return 0
  const [row] = await reader.rows<{ visits: number | null }>(
    sql`select cast(sum(visits) as bigint) as visits from (${sql.join(counts, sql` union all `)}) as counts`,
  )
  // Rollups of links can be higher than the counts, until they are found to differ.
  return Math.max(0, row?.visits ?? 0)
}

const LIMIT = sql.lit(MAX_RAW_HITS + 1)

function visitsOfLinks(reads: Reads, plan: Plan): RawBuilder<unknown>[] {
  const days = merged([...reads.all, ...reads.beside])
  if (days.length === 0) return []
  const summed = reads.beside.flatMap((range) => without(range, reads.all))
  return [
    sql`
      select count as visits from (
        select count from selected cross join hit_days where hit_days.link_no = selected.no and ${isAmong(days)} limit ${LIMIT}
      ) as counts`,
    ...summed.map((range) => sql`select -hits as visits from (${rolledDays(range, plan)}) as rolled`),
  ]
}

function visitsOfAccount({ ofAccount }: Reads, plan: Plan): RawBuilder<unknown>[] {
  const { account } = plan
  if (account === undefined) return []
  const later = account.open.map((open) => {
    const { from, isWithin } = visitsAfter(open, plan)
    return sql`
      select count(*) as visits from (
        select 1 from ${from} where ${isWithin} limit ${LIMIT}
      ) as later`
  })
  if (ofAccount.length === 0) return later
  return [sql`select hits as visits from (${accountTotals(account.owner, ofAccount)}) as whole`, ...later]
}

/** All visits of these links are looked through. */
const visitsAstray = ({ astray, keptFrom }: Plan) =>
  astray.map(
    (no) => sql`
      select count as visits from (
        select count from hit_days where link_no = ${sql.lit(no)} and day >= ${sql.lit(keptFrom)} limit ${LIMIT}
      ) as counts`,
  )

/** A link and a day with other rollups than counts. */
interface Difference extends LinkDay {
  readonly is_rolled: 0 | 1
}

const differences = async (reader: Reader, reads: Reads, plan: Plan): Promise<readonly Difference[]> =>
  [
    ...(await differencesOf(reader, reads.beside, (days) => notRolled(days, plan))),
    ...(await differencesOf(reader, reads.all, (days) => [visitsByDay(allVisits(timesOf(days), plan))])),
  ].slice(0, MAX_FOUND)

const notRolled = (days: Days, plan: Plan) => [
  sql`select link_no as no, day, -hits as missing, 1 as is_rolled from (${rolledDays(days, plan)}) as rolled`,
  visitsByDay(visitsNotRolled(days, plan)),
]

const visitsByDay = ({ from, isWithin }: Spans) => sql`
  select hits.link_no as no, hits.at / ${sql.lit(DAY_MS)} as day, -count(*) as missing, 0 as is_rolled
  from ${from} where ${isWithin} group by 1, 2`

async function differencesOf(
  reader: Reader,
  days: readonly Days[],
  read: (days: Days) => readonly RawBuilder<unknown>[],
): Promise<readonly Difference[]> {
  if (days.length === 0) return []
  const counted = sql`
    select hit_days.link_no as no, day, cast(sum(count) as bigint) as missing, 0 as is_rolled
    from selected cross join hit_days where hit_days.link_no = selected.no and ${isAmong(days)} group by 1, 2`
  return reader.rows<Difference>(sql`
    select no, day, max(is_rolled) as is_rolled
    from (${sql.join([counted, ...days.flatMap(read)], sql` union all `)}) as sums
    group by no, day having sum(missing) <> 0 limit ${sql.lit(MAX_FOUND)}`)
}
