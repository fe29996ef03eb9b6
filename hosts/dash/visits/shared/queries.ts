import { keepPreviousData, queryOptions } from '@tanstack/preact-query'
import { ask } from '../../api/ask.ts'
import { type AnswerOf, graphql } from '../../api/graphql.ts'
import { every } from '../../api/query-client.ts'
import type { OpenTabs } from '../card-tabs.ts'
import { breakdownsOf, POINTS, ROWS, SUMS } from '../numbers.ts'
import { comparisonOf, intervalOf, spanOf } from '../periods.ts'
import type { Cards, Counts } from '../queries.ts'
import type { VisitsFilter } from '../visits-filter.ts'

/** Polling interval of the public page. */
const SHARED_EVERY_MS = 60_000

const SHARE = graphql(
  'fragment Share on StatShare { id linkId tagId name cards showVisits hasPassword expiresAt origins createdAt }',
)

const OPEN = graphql(
  'query ($token: String!, $password: String) { sharedAnalytics(token: $token, password: $password) { of name cards showVisits expiresAt access } }',
)
const NUMBERS = graphql(
  `query (
    $token: String!, $access: String, $timeZone: String, $from: String, $to: String, $interval: AnalyticsInterval!,
    $fromBefore: String, $toBefore: String, $compares: Boolean!
  ) {
    now: sharedAnalytics(token: $token, access: $access, timeZone: $timeZone, from: $from, to: $to) {
      from to timeZone totals { ...Sums } series(interval: $interval) { ...Points }
    }
    before: sharedAnalytics(token: $token, access: $access, timeZone: $timeZone, from: $fromBefore, to: $toBefore) @include(if: $compares) {
      from to totals { ...Sums } series(interval: $interval) { ...Points }
    }
  }`,
  [SUMS, POINTS],
)
const CARDS = graphql(
  `query (
    $token: String!, $access: String, $timeZone: String, $from: String, $to: String,
    $sources: AnalyticsDimension!, $locations: AnalyticsDimension!, $devices: AnalyticsDimension!, $activity: AnalyticsDimension!,
    $take: Int!, $places: Int!, $hours: Int!,
    $hasSources: Boolean!, $hasLocations: Boolean!, $hasDevices: Boolean!, $hasActivity: Boolean!
  ) {
    cards: sharedAnalytics(token: $token, access: $access, timeZone: $timeZone, from: $from, to: $to, bots: EXCLUDE) {
      SOURCES: breakdown(by: $sources, take: $take) @include(if: $hasSources) { ...Rows }
      LOCATIONS: breakdown(by: $locations, take: $places) @include(if: $hasLocations) { ...Rows }
      DEVICES: breakdown(by: $devices, take: $take) @include(if: $hasDevices) { ...Rows }
      ACTIVITY: breakdown(by: $activity, take: $hours) @include(if: $hasActivity) { ...Rows }
    }
  }`,
  [ROWS],
)
const VISIT = graphql(
  'fragment RecentVisit on SharedVisit { at country region city device browser os referrer campaign }',
)
const VISITS = graphql(
  'query ($token: String!, $access: String) { sharedAnalytics(token: $token, access: $access) { visits { ...RecentVisit } } }',
  [VISIT],
)
const SHARES = graphql('query { statShares { ...Share } }', [SHARE])
export const CREATE_SHARE = graphql(
  `mutation ($linkId: ID, $tagId: ID, $cards: [StatCard!], $showVisits: Boolean, $newPassword: String, $expiresAt: String, $origins: [String!]) {
    createStatShare(linkId: $linkId, tagId: $tagId, cards: $cards, showVisits: $showVisits, password: $newPassword, expiresAt: $expiresAt, origins: $origins) { url }
  }`,
)
export const UPDATE_SHARE = graphql(
  `mutation ($id: ID!, $cards: [StatCard!], $showVisits: Boolean, $newPassword: String, $expiresAt: String, $origins: [String!]) {
    updateStatShare(id: $id, cards: $cards, showVisits: $showVisits, password: $newPassword, expiresAt: $expiresAt, origins: $origins) { id }
  }`,
)
export const DELETE_SHARE = graphql('mutation ($id: ID!) { deleteStatShare(id: $id) }')

/** The subject of a share: a link, a tag, or all links if both are undefined. */
export interface Shared {
  readonly linkId: string | undefined
  readonly tagId: string | undefined
}

/** The subject and the cards of a shared page. */
export type Opened = AnswerOf<typeof OPEN>['sharedAnalytics']
export type SharedVisit = AnswerOf<typeof VISIT>
export type Share = AnswerOf<typeof SHARES>['statShares'][number]

/** Opens a shared page, with its password if it has one. */
export const openShared = (token: string, password: string | undefined) =>
  queryOptions({
    queryKey: ['shared', token, 'open', password],
    queryFn: ({ signal }) =>
      ask(OPEN, { token, password: password ?? null }, { signal, isAnonymous: true }).then(
        (answer) => answer.sharedAnalytics,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

interface Question {
  readonly token: string
  /** Stands for the password. */
  readonly access: string | null
  readonly filter: VisitsFilter
  readonly timeZone: string
}

const refreshing = { refetchInterval: every(SHARED_EVERY_MS), placeholderData: keepPreviousData }

function periodsOf({ token, access, timeZone, filter }: Question) {
  const span = spanOf(filter, new Date(), undefined)
  const to = filter.range === 'own' ? span.to.toISOString() : null
  return { span, asked: { token, access, timeZone, from: span.from.toISOString(), to } }
}

/** The numbers of a shared page. */
export const sharedCounts = (question: Question) =>
  queryOptions({
    queryKey: ['shared', question.token, 'counts', question.access, question.filter],
    queryFn: async ({ signal }): Promise<Counts> => {
      const { span, asked } = periodsOf(question)
      const before = comparisonOf(question.filter, span)
      const interval = intervalOf(span)
      const compared = {
        fromBefore: before?.from.toISOString() ?? null,
        toBefore: before?.to.toISOString() ?? null,
        compares: before !== undefined,
      }
      const answer = await ask(NUMBERS, { ...asked, interval, ...compared }, { signal, isAnonymous: true })
      return { now: answer.now, before: answer.before ?? undefined, interval }
    },
    ...refreshing,
  })

/** The open tabs of the cards of a shared page. */
export const sharedCards = (question: Question & { readonly tabs: OpenTabs; readonly shown: Opened['cards'] }) =>
  queryOptions({
    queryKey: ['shared', question.token, 'cards', question.access, question.filter, question.tabs],
    queryFn: async ({ signal }): Promise<Cards> => {
      const { tabs, shown } = question
      const { asked } = periodsOf(question)
      const variables = {
        ...asked,
        ...breakdownsOf(tabs),
        hasSources: shown.includes('SOURCES'),
        hasLocations: shown.includes('LOCATIONS'),
        hasDevices: shown.includes('DEVICES'),
        hasActivity: shown.includes('ACTIVITY'),
      }
      const answer = await ask(CARDS, variables, { signal, isAnonymous: true })
      return { ...answer, tabs }
    },
    ...refreshing,
  })

/** The newest visits on a shared page that lists them. */
export const sharedVisits = ({ token, access }: Pick<Question, 'token' | 'access'>) =>
  queryOptions({
    queryKey: ['shared', token, 'visits', access],
    queryFn: async ({ signal }): Promise<readonly SharedVisit[]> => {
      const answer = await ask(VISITS, { token, access }, { signal, isAnonymous: true })
      return answer.sharedAnalytics.visits
    },
    refetchInterval: every(SHARED_EVERY_MS),
  })

/** The caller's shared statistics. */
export const shares = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => ask(SHARES, {}, { signal }).then((answer) => answer.statShares),
})
