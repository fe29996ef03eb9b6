import type { BotFilter } from '@shortlink/core'
import type { FactDimension } from '@shortlink/core/adapter'
import type { OffsetSpan, SumQuestion, TimeRange } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import { daySums, isInDaySums } from '../expressions/day-sums.ts'
import { clip, common, type Days, daysOf, split, without } from '../expressions/days.ts'
import type { Fact } from '../expressions/facts.ts'
import type { Times } from '../expressions/quarters.ts'
import { ROLL_DIMENSIONS } from '../expressions/roll-dimensions.ts'
import { type SumsQuery, TOTALS } from '../expressions/sums.ts'
import type { SumsDialect } from '../expressions/sums-dialect.ts'
import { quarterOf, timeOf } from '../expressions/time-groups.ts'
import { accountLinkSums, accountQuarters, accountTotals, accountValueSums, sumsOfLinks } from './account-days.ts'
import { linkQuarters, linkValueSums, unknownSums } from './link-rolls.ts'
import type { Plan } from './plan.ts'
import { allVisits, type Spans, visitsAfter, visitsNotRolled } from './spans.ts'
import { visitsByFact, visitsByTime } from './visits.ts'

/** The settings that the queries of a call share. */
export interface Asked extends Pick<SumsDialect, 'byCodePoint' | 'hitsById'> {
  readonly questions: readonly SumQuestion[]
  readonly offsets: readonly OffsetSpan[]
  /** Conditions over `hits`. */
  readonly where: readonly RawBuilder<boolean>[]
  readonly facts: Readonly<Record<FactDimension, Fact>>
}

/** A subquery of sums by instants of a quarter's precision, which are `at`. */
type Timed = RawBuilder<unknown>

const AT = sql<number>`at`
const VISITED_AT = sql<number>`hits.at`

/** The query for the rows of the `selected` links; undefined if there can be none. */
export function answered(question: SumQuestion, asked: Asked, plan: Plan): RawBuilder<unknown> | undefined {
  const range = clip(question.range)
  if (range === undefined) return undefined
  const parts = asked.where.length > 0 ? [byVisit(question, asked, range, plan)] : partsOf(question, asked, range, plan)
  const order =
    'take' in question
      ? sql`${counted(question.bots)} desc, value is null, value ${asked.byCodePoint} limit ${sql.lit(question.take)}`
      : AT
  return sql`
    select at, value, ${TOTALS} from (${sql.join(parts, sql` union all `)}) as sums
    group by at, value having sum(hits) > 0 order by ${order}`
}

/** The visits that determine the order of rows. */
const counted = (bots: BotFilter) =>
  ({ INCLUDE: sql`sum(hits)`, EXCLUDE: sql`sum(hits) - sum(bots)`, ONLY: sql`sum(bots)` })[bots]

/** From visits only, as conditions require. */
function byVisit(question: SumQuestion, { facts, where, offsets }: Asked, range: TimeRange, plan: Plan): SumsQuery {
  const spans = allVisits(range, plan)
  if ('take' in question) return visitsByFact(spans, facts[question.by], where)
  const times = visitsByTime(spans, timeOf(question.by, VISITED_AT, offsets), where)
  return sql`select at, null as value, hits, bots, visitors from (${times}) as times`
}

/** From sums and the visits that are not in them. */
function partsOf(question: SumQuestion, asked: Asked, range: TimeRange, plan: Plan): SumsQuery[] {
  const { whole, cuts } = split(range)
  const summed = plan.account?.days ?? []
  return [
    ...common(whole, summed).map((days) => accountPart(question, asked, days, plan)),
    ...without(whole, summed).map((days) => linksPart(question, asked, days, plan)),
    ...cuts.flatMap((cut) => [
      ...common(daysOf(cut), summed).map((days) =>
        cutPart(question, asked, cut, accountTimes(days, plan, timesFor(question)), plan),
      ),
      ...without(daysOf(cut), summed).map((days) =>
        cutPart(question, asked, cut, linkTimes(days, plan, timesFor(question)), plan),
      ),
    ]),
  ].flat()
}

/** Whole days that are read from the sums of the account. */
function accountPart(question: SumQuestion, asked: Asked, days: Days, plan: Plan): SumsQuery[] {
  const owner = plan.account?.owner ?? ''
  const { by } = question
  const later = laterSpans(days, plan)
  if ('take' in question)
    return [
      question.by === 'LINK' ? linkSums(days, plan) : accountValueSums(owner, days, ROLL_DIMENSIONS[question.by]),
      ...later.map((spans) => visitsByFact(spans, asked.facts[question.by])),
    ]
  const isByDay = by === 'TOTAL' || by === 'DAY'
  const sums = isByDay ? accountTotals(owner, [days]) : accountQuarters(owner, days, timesFor(question))
  return [byTime(question, asked, [sums, ...later.map(quarters)])]
}

const linkSums = (days: Days, { account }: Plan): SumsQuery =>
  account?.links ? sumsOfLinks(account.owner, days, account.links) : accountLinkSums(account?.owner ?? '', days)

/** Day sums by time, of the account or of the links. */
export const summedTimes = (days: Days, plan: Plan): Timed[] =>
  common(days, plan.account?.days ?? []).length > 0
    ? [accountQuarters(plan.account?.owner ?? '', days, 'all')]
    : [linkQuarters(days, plan, 'all'), ...unknown(days, plan)]

/** Sums by time of days of the account. */
const accountTimes = (days: Days, plan: Plan, times: Times): Timed[] => [
  accountQuarters(plan.account?.owner ?? '', days, times),
  ...laterSpans(days, plan).map(quarters),
]

/** Visits that are not yet in the sums of the account. */
const laterSpans = ({ from, to }: Days, plan: Plan): Spans[] =>
  (plan.account?.open ?? []).filter(({ day }) => day >= from && day < to).map((open) => visitsAfter(open, plan))

/** Whole days that are read from the sums of each link. */
function linksPart(question: SumQuestion, asked: Asked, days: Days, plan: Plan): SumsQuery[] {
  if (isInDaySums(question.by)) return [daySums(question.by, days)]
  if (!('take' in question)) return [byTime(question, asked, linkTimes(days, plan, timesFor(question)))]
  const fact = asked.facts[question.by]
  return [
    linkValueSums(days, ROLL_DIMENSIONS[question.by], plan),
    ...spansNotRolled(days, plan).map((spans) => visitsByFact(spans, fact)),
    ...unknown(days, plan).map((sums) => asUnknown([sums])),
  ]
}

const linkTimes = (days: Days, plan: Plan, times: Times): Timed[] => [
  linkQuarters(days, plan, times),
  ...spansNotRolled(days, plan).map(quarters),
  ...(times === 'all' ? unknown(days, plan) : []),
]

/** Only hours omit the visits with only a known day. */
const timesFor = ({ by }: SumQuestion): Times => (by === 'LOCAL_HOUR' || by === 'LOCAL_WEEK_HOUR' ? 'known' : 'all')

const spansNotRolled = (days: Days, plan: Plan): Spans[] =>
  keptDays(days, plan).map((kept) => visitsNotRolled(kept, plan))

const keptDays = ({ from, to }: Days, { keptFrom }: Plan): Days[] =>
  to > keptFrom ? [{ from: Math.max(from, keptFrom), to }] : []

/** Purged facts of visits of the days. */
const unknown = ({ from, to }: Days, plan: Plan): Timed[] =>
  from < plan.keptFrom ? [unknownSums({ from, to: Math.min(to, plan.keptFrom) }, plan)] : []

/** A part of a day. Fact sums cover whole days, so visits are read, or are unknown if they are purged. */
function cutPart(
  question: SumQuestion,
  asked: Asked,
  cut: TimeRange,
  times: readonly Timed[],
  plan: Plan,
): SumsQuery[] {
  if (!('take' in question)) return [byTime(question, asked, times, cut)]
  if (keptDays(daysOf(cut), plan).length === 0) return [asUnknown(times, cut)]
  return [visitsByFact(allVisits(cut, plan), asked.facts[question.by])]
}

const quarters = (spans: Spans): Timed => visitsByTime(spans, quarterOf(VISITED_AT))

function byTime(question: SumQuestion, { offsets }: Asked, times: readonly Timed[], range?: TimeRange): SumsQuery {
  const time = 'take' in question ? sql`0` : timeOf(question.by, AT, offsets)
  return sql`select ${time} as at, null as value, ${TOTALS} from ${all(times, range)} group by 1`
}

const asUnknown = (times: readonly Timed[], range?: TimeRange): SumsQuery => sql`
  select 0 as at, null as value, ${TOTALS} from ${all(times, range)}`

const all = (times: readonly Timed[], range: TimeRange | undefined) => {
  const within = range === undefined ? sql`` : sql`where at >= ${sql.lit(range.from)} and at < ${sql.lit(range.to)}`
  return sql`(${sql.join(times, sql` union all `)}) as times ${within}`
}
