/// <reference path="./world-map.d.ts" />
import { keepPreviousData, queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { askPatiently, type LongWork } from '../api/ask-patiently.ts'
import { type AnswerOf, graphql, type InputOf } from '../api/graphql.ts'
import { every } from '../api/query-client.ts'
import { loadChunk } from '../ui/browser/reload-once.ts'
import { DAY_MS, type Interval, intervalOf, type Span, spanOf, type VisitsFilter } from './visits-filter.ts'

/** Polling intervals while the page is visible. */
const SUMS_EVERY_MS = 10_000
const HITS_EVERY_MS = 2_000
/** Visits in the live list. */
const LIVE_HITS = 20
/** Visits of one request of an export. */
const EXPORT_PAGE = 1000
/** Maximum number of visits in an export from here, which are all in memory; the server's own export has no limit. */
export const MAX_EXPORTED = 100_000

const SUMS = graphql('fragment Sums on AnalyticsSums { hits bots visitors }')
const ROWS = graphql(
  'fragment Rows on AnalyticsBreakdown { rows { value label hits bots visitors } other { hits bots visitors } }',
)
const OF_ONE = graphql(
  `query ($filter: AnalyticsFilter, $interval: AnalyticsInterval!) {
    analytics(filter: $filter) {
      from to timeZone keptFrom visitorsFrom
      totals { ...Sums }
      previous { ...Sums }
      series(interval: $interval) { at hits bots visitors }
      COUNTRY: breakdown(by: COUNTRY, take: 100) { ...Rows }
      CITY: breakdown(by: CITY) { ...Rows }
      REFERRER: breakdown(by: REFERRER) { ...Rows }
      BROWSER: breakdown(by: BROWSER) { ...Rows }
      OS: breakdown(by: OS) { ...Rows }
      DEVICE: breakdown(by: DEVICE) { ...Rows }
      LANGUAGE: breakdown(by: LANGUAGE) { ...Rows }
      UTM_SOURCE: breakdown(by: UTM_SOURCE) { ...Rows }
      UTM_CAMPAIGN: breakdown(by: UTM_CAMPAIGN) { ...Rows }
      REF: breakdown(by: REF) { ...Rows }
      WEEKDAY: breakdown(by: WEEKDAY) { ...Rows }
      RULE: breakdown(by: RULE) { ...Rows }
      LINK: breakdown(by: LINK) { ...Rows }
    }
  }`,
  [SUMS, ROWS],
)
const WEEK = graphql(
  `query ($filter: AnalyticsFilter) {
    analytics(filter: $filter) { totals { ...Sums } previous { ...Sums } }
    shortlinkAnalytics { totalLinks trackedLinks totalClicks }
  }`,
  [SUMS],
)
const DAYS = graphql(
  'query ($filter: AnalyticsFilter) { analytics(filter: $filter) { series(interval: DAY) { at hits } } }',
)
const HIT = graphql(
  `fragment Visit on Hit {
    id createdAt bot device redirectedTo referrer ref rule language
    browser { name } os { name }
    location { country { code } continent { code } city }
  }`,
)
const HITS = graphql(
  'query ($id: ID!, $take: Int, $before: ID) { getShortlinkInfo(id: $id) { id hitCount hits(take: $take, before: $before) { ...Visit } } }',
  [HIT],
)

/** All counts of a page, and the length of the periods of its series. */
export type Counts = AnswerOf<typeof OF_ONE>['analytics'] & { readonly interval: Interval }
export type Sums = Counts['totals']
export type Breakdown = Counts['COUNTRY']
export type Visit = AnswerOf<typeof HIT>
type AnalyticsFilter = NonNullable<InputOf<typeof OF_ONE>['filter']>

interface Question {
  /** Undefined for all links. */
  readonly linkId: string | undefined
  /** When the oldest of the links was created, for all time. */
  readonly since: string | undefined
  readonly filter: VisitsFilter
  readonly timeZone: string
}

/** The counts of a link or of all links; polled every ten seconds. */
export const counts = ({ linkId, since, filter, timeZone }: Question) =>
  queryOptions({
    queryKey: ['visits', 'counts', linkId ?? 'all', filter, since],
    queryFn: async ({ signal }): Promise<Counts> => {
      const span = spanOf(filter, new Date(), since)
      const interval = intervalOf(span)
      const asked: AnalyticsFilter = {
        ...askedFor({ linkId, filter, timeZone }),
        from: span.from.toISOString(),
        ...(filter.range === 'own' ? { to: span.to.toISOString() } : {}),
      }
      const { analytics } = await ask(OF_ONE, { filter: asked, interval }, { signal })
      return { ...analytics, interval }
    },
    refetchInterval: every(SUMS_EVERY_MS),
    placeholderData: keepPreviousData,
  })

/** The last seven days compared with the seven before, of all links, without bots. */
export const lastWeek = (timeZone: string) =>
  queryOptions({
    queryKey: ['visits', 'week'],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - 7 * DAY_MS).toISOString()
      return ask(WEEK, { filter: { from, timeZone, bots: 'EXCLUDE' } }, { signal })
    },
    refetchInterval: every(SUMS_EVERY_MS),
  })

/** The last day with visits that match the filter, at any time; null if there is none. */
export const lastDay = ({ linkId, filter, timeZone }: Omit<Question, 'since'>) =>
  queryOptions({
    queryKey: ['visits', 'last', linkId ?? 'all', filter.bots, filter.where],
    queryFn: async ({ signal }) => {
      const { from } = spanOf({ ...filter, range: 'all' }, new Date(), undefined)
      const asked = { ...askedFor({ linkId, filter, timeZone }), from: from.toISOString() }
      const { analytics } = await ask(DAYS, { filter: asked }, { signal })
      return analytics.series.findLast(({ hits }) => hits > 0)?.at ?? null
    },
  })

const askedFor = ({ linkId, filter, timeZone }: Omit<Question, 'since'>): AnalyticsFilter => ({
  timeZone,
  bots: filter.bots,
  where: filter.where.map(({ by, value }) => ({ by, values: [value] })),
  ...(linkId === undefined ? {} : { linkIds: [linkId] }),
})

/** The shapes of countries, which are loaded when a map is shown. */
export const worldMap = queryOptions({
  queryKey: ['world-map'],
  queryFn: () => loadChunk(() => import('virtual:world-map')).then((module) => module.worldMap),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The newest visits of a link; polled every two seconds. Another replica's visits may come late, so all 20 are compared by id. */
export const liveHits = (id: string) =>
  queryOptions({
    queryKey: ['visits', 'live', id],
    queryFn: ({ signal }) =>
      ask(HITS, { id, take: LIVE_HITS }, { signal }).then((answer) => ({
        hitCount: answer.getShortlinkInfo?.hitCount ?? 0,
        hits: answer.getShortlinkInfo?.hits ?? [],
      })),
    refetchInterval: every(HITS_EVERY_MS),
  })

/** The visits of a link in a period, newest first; bot visits only if included. At most {@link MAX_EXPORTED}. */
export async function visitsToExport(
  id: string,
  { from, to }: Span,
  bots: VisitsFilter['bots'],
  { signal, onProgress, onWait }: LongWork,
): Promise<readonly Visit[]> {
  const all: Visit[] = []
  for (let before: string | undefined; all.length < MAX_EXPORTED; ) {
    const variables = { id, take: EXPORT_PAGE, ...(before === undefined ? {} : { before }) }
    const { getShortlinkInfo } = await askPatiently(HITS, variables, { signal, onWait })
    const page = getShortlinkInfo?.hits ?? []
    for (const visit of page) {
      const at = new Date(visit.createdAt)
      if (at >= from && at < to && (bots === 'INCLUDE' || !visit.bot)) all.push(visit)
    }
    onProgress(all.length)
    const oldest = page.at(-1)
    if (oldest === undefined || page.length < EXPORT_PAGE || new Date(oldest.createdAt) < from) break
    before = oldest.id
  }
  return all.slice(0, MAX_EXPORTED)
}
