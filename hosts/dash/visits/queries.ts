/// <reference path="./world-map.d.ts" />
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql, type InputOf } from '../api/graphql.ts'
import { every } from '../api/query-client.ts'
import { loadChunk } from '../ui/browser/reload-once.ts'
import type { Card, OpenTabs } from './card-tabs.ts'
import { type Breakdown, breakdownsOf, POINTS, ROWS, SUMS } from './numbers.ts'
import { comparisonOf, type Interval, intervalOf, type Span, spanOf } from './periods.ts'
import type { Condition, Dimension, VisitsFilter } from './visits-filter.ts'

/** Polling interval while the page is visible. */
const SUMS_EVERY_MS = 10_000
/** Rows of all values that one request returns, which is also the most values of a condition. */
export const DETAILS_PAGE = 100

const NUMBERS = graphql(
  `query ($now: AnalyticsFilter, $earlier: AnalyticsFilter, $interval: AnalyticsInterval!, $compares: Boolean!) {
    now: analytics(filter: $now) { from to timeZone totals { ...Sums } series(interval: $interval) { ...Points } }
    before: analytics(filter: $earlier) @include(if: $compares) { from to totals { ...Sums } series(interval: $interval) { ...Points } }
  }`,
  [SUMS, POINTS],
)
const CARDS = graphql(
  `query (
    $filter: AnalyticsFilter, $sources: AnalyticsDimension!, $locations: AnalyticsDimension!, $devices: AnalyticsDimension!,
    $activity: AnalyticsDimension!, $take: Int!, $places: Int!, $hours: Int!, $hasLinks: Boolean!
  ) {
    cards: analytics(filter: $filter) {
      SOURCES: breakdown(by: $sources, take: $take) { ...Rows }
      LOCATIONS: breakdown(by: $locations, take: $places) { ...Rows }
      DEVICES: breakdown(by: $devices, take: $take) { ...Rows }
      ACTIVITY: breakdown(by: $activity, take: $hours) { ...Rows }
      LINK: breakdown(by: LINK, take: $take) @include(if: $hasLinks) { ...Rows }
    }
  }`,
  [ROWS],
)
const DETAILS = graphql(
  `query ($filter: AnalyticsFilter, $by: AnalyticsDimension!, $take: Int!) {
    analytics(filter: $filter) { breakdown(by: $by, take: $take) { ...Rows } }
  }`,
  [ROWS],
)
const ACCOUNT = graphql('query { shortlinkAnalytics { totalLinks trackedLinks totalClicks } }')
const DAYS = graphql(
  'query ($filter: AnalyticsFilter) { analytics(filter: $filter) { series(interval: DAY) { at hits } } }',
)

type Numbers = AnswerOf<typeof NUMBERS>
/** The totals and the series of a period and of the one it is compared with, and the length of the parts of the series. */
export interface Counts {
  readonly now: Numbers['now']
  readonly before: NonNullable<Numbers['before']> | undefined
  readonly interval: Interval
}
/** The open tabs of all cards, with the tabs that they belong to. */
export interface Cards {
  readonly cards: { readonly [Name in Card | 'LINK']?: Breakdown | undefined }
  readonly tabs: OpenTabs
}
type AnalyticsFilter = NonNullable<InputOf<typeof NUMBERS>['now']>

/** The visits to count. */
export interface Question {
  /** Undefined for all links. */
  readonly linkId: string | undefined
  /** When the oldest of the links was created, for all time. */
  readonly since: string | undefined
  readonly filter: VisitsFilter
  readonly timeZone: string
  /** Whether to refresh periodically. */
  readonly isLive: boolean
}

/** The numbers of a period, including bots. */
export const counts = ({ isLive, ...question }: Question) =>
  queryOptions({
    queryKey: ['visits', 'counts', ...keyOf(question)],
    queryFn: async ({ signal }): Promise<Counts> => {
      const { span, before } = periodsOf(question)
      const interval = intervalOf(span)
      const all = { ...linksOf(question), bots: 'INCLUDE' as const }
      const variables = {
        now: { ...all, ...timesOf(question.filter, span) },
        earlier: before ? { ...all, from: before.from.toISOString(), to: before.to.toISOString() } : null,
        interval,
        compares: before !== undefined,
      }
      const { now, before: compared } = await ask(NUMBERS, variables, { signal })
      return { now, before: compared ?? undefined, interval }
    },
    ...refreshing(isLive),
  })

/** The open tabs of all cards. */
export const cards = ({ isLive, tabs, ...question }: Question & { readonly tabs: OpenTabs }) =>
  queryOptions({
    queryKey: ['visits', 'cards', ...keyOf(question), tabs],
    queryFn: async ({ signal }): Promise<Cards> => {
      const { span } = periodsOf(question)
      const filter = { ...linksOf(question), ...timesOf(question.filter, span) }
      const variables = {
        filter,
        ...breakdownsOf(tabs),
        hasLinks: question.linkId === undefined,
      }
      return { ...(await ask(CARDS, variables, { signal })), tabs }
    },
    ...refreshing(isLive),
  })

/** All values of a dimension, with the most visits first, without the ones already `known`. */
export async function moreValues(
  question: Omit<Question, 'isLive'>,
  by: Dimension,
  known: readonly string[],
  signal: AbortSignal,
): Promise<Breakdown> {
  const { span } = periodsOf(question)
  const conditions: { by: Dimension; values: string[]; not: boolean }[] = []
  for (let start = 0; start < known.length; start += DETAILS_PAGE)
    conditions.push({ by, values: known.slice(start, start + DETAILS_PAGE), not: true })
  const { where = [], ...filter } = { ...linksOf(question), ...timesOf(question.filter, span) }
  const variables = { filter: { ...filter, where: [...(where ?? []), ...conditions] }, by, take: DETAILS_PAGE }
  return (await ask(DETAILS, variables, { signal })).analytics.breakdown
}

/** Refreshes the numbers of a page now, such as after a visit. */
export const refreshCounts = (client: QueryClient) =>
  Promise.all(['counts', 'cards'].map((part) => client.invalidateQueries({ queryKey: ['visits', part] })))

/** The numbers of links and visits of the account, at any time. */
export const account = queryOptions({
  queryKey: ['visits', 'account'],
  queryFn: ({ signal }) => ask(ACCOUNT, {}, { signal }).then((answer) => answer.shortlinkAnalytics),
  refetchInterval: every(SUMS_EVERY_MS),
})

/** The last day with visits that match the filter, at any time; null if there is none. */
export const lastDay = (question: Pick<Question, 'linkId' | 'filter' | 'timeZone'>) =>
  queryOptions({
    queryKey: ['visits', 'last', question.linkId ?? 'all', question.filter],
    queryFn: async ({ signal }) => {
      const { from } = spanOf({ ...question.filter, range: 'all' }, new Date(), undefined)
      const asked = { ...linksOf(question), from: from.toISOString() }
      const { analytics } = await ask(DAYS, { filter: asked }, { signal })
      return analytics.series.findLast(({ hits }) => hits > 0)?.at ?? null
    },
  })

const keyOf = ({ linkId, filter, since }: Omit<Question, 'isLive'>) => [linkId ?? 'all', filter, since]

const refreshing = (isLive: boolean) => ({
  refetchInterval: isLive ? every(SUMS_EVERY_MS) : (false as const),
  placeholderData: keepPreviousData,
})

function periodsOf({ filter, since }: Pick<Question, 'filter' | 'since'>) {
  const span = spanOf(filter, new Date(), since)
  return { span, before: comparisonOf(filter, span) }
}

/** The server's clock ends a range up to now. */
const timesOf = ({ range }: VisitsFilter, { from, to }: Span) => ({
  from: from.toISOString(),
  ...(range === 'own' ? { to: to.toISOString() } : {}),
})

const linksOf = ({ linkId, filter, timeZone }: Pick<Question, 'linkId' | 'filter' | 'timeZone'>): AnalyticsFilter => ({
  timeZone,
  bots: filter.bots,
  where: filter.where.map(({ by, value }: Condition) => ({ by, values: [value] })),
  ...(linkId === undefined ? {} : { linkIds: [linkId] }),
  ...(filter.tag === '' ? {} : { tags: [filter.tag] }),
})

/** The shapes of countries, which are loaded when a map is shown. */
export const worldMap = queryOptions({
  queryKey: ['world-map'],
  queryFn: () => loadChunk(() => import('virtual:world-map')).then((module) => module.worldMap),
  staleTime: Number.POSITIVE_INFINITY,
})
