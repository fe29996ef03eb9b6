import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { codeOf } from '../api/errors.ts'
import { type AnswerOf, graphql, type InputOf } from '../api/graphql.ts'
import { OPTIONS } from '../api/link-options.ts'
import { withPendingChanges } from './pending-changes.ts'

/** Links of a page of the list, and of a request. */
export const PAGE_SIZE = 50
/** The most links of one bulk request. */
export const BULK_SIZE = 1000
/** Days of the line in a row. */
const LINE_DAYS = 30

const ROW = graphql(
  'fragment Row on Shortlink { id shortlink hostname shortUrl target title hitCount tags status archived enabled enableTracking hasPassword createdAt hasRules startsAt expiresAt maxVisits aliases utm { source medium campaign } }',
)
export const LIST = graphql(
  `query (
    $skip: Int, $after: ID, $take: Int, $search: String, $sort: LinkSort, $status: LinkStatus, $tags: [String!], $archived: Boolean, $domainId: ID,
    $withoutTags: [String!], $createdFrom: String, $createdTo: String, $hasRules: Boolean, $hasPassword: Boolean, $hasLimit: Boolean, $hasCampaign: Boolean
  ) {
    shortlinkConnection(
      skip: $skip, after: $after, take: $take, search: $search, sort: $sort, status: $status, tags: $tags, archived: $archived, domainId: $domainId,
      withoutTags: $withoutTags, createdFrom: $createdFrom, createdTo: $createdTo,
      hasRules: $hasRules, hasPassword: $hasPassword, hasLimit: $hasLimit, hasCampaign: $hasCampaign
    ) {
      items { ...Row }
      totalCount
    }
  }`,
  [ROW],
)
const FIRST = graphql(
  'query ($search: String) { shortlinkConnection(take: 8, search: $search) { items { id shortlink title target } } }',
)
const LINES = graphql('query ($ids: [ID!]!, $days: Int) { linkVisits(ids: $ids, days: $days) { id days } }')
/** A saved view of the list. */
export const VIEW = graphql(
  `fragment View on SavedView {
    id name sort
    filter { search tags status archived withoutTags createdFrom createdTo hasRules hasPassword hasLimit hasCampaign domainId }
  }`,
)
const CHOICES = graphql(
  `query {
    tags { id name color links }
    domains { id hostname verified }
    service { baseUrl }
    campaignTemplates { id name utm { source medium campaign term content } }
    linkDefaults { domainId tags campaignTemplateId qrStyleId }
    savedViews { ...View }
  }`,
  [VIEW],
)
const SUMS = graphql(
  'query ($filter: AnalyticsFilter) { analytics(filter: $filter) { totals { hits } previous { hits } } }',
)
const LINK = graphql(
  `query ($id: ID!) {
    getShortlinkInfo(id: $id) {
      ...Row ...Options updatedAt visitsLeft
      rules { type value target }
    }
  }`,
  [ROW, OPTIONS],
)

/** Changes of links. */
export const ADD = graphql('mutation ($input: CreateShortlinkInput!) { addShortlink(input: $input) { ...Row } }', [ROW])
export const ADD_MANY = graphql(
  'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { index ok error shortlink { shortUrl } } }',
)
export const CHANGE = graphql(
  'mutation ($input: UpdateShortlinkInput!) { updateShortlink(input: $input) { ...Row updatedAt } }',
  [ROW],
)
export const CHANGE_MANY = graphql(
  'mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { index ok error } }',
)
export const DELETE = graphql('mutation ($id: ID!) { deleteShortlink(id: $id) }')
export const DELETE_MANY = graphql('mutation ($ids: [ID!]!) { deleteShortlinks(ids: $ids) { index ok error } }')
export const ADD_ALIAS = graphql(
  'mutation ($id: ID!, $shortlink: String!) { addShortlinkAlias(id: $id, shortlink: $shortlink) { id aliases updatedAt } }',
)
export const REMOVE_ALIAS = graphql(
  'mutation ($id: ID!, $shortlink: String!) { removeShortlinkAlias(id: $id, shortlink: $shortlink) { id aliases updatedAt } }',
)

/** A link as the list shows it. */
export type Row = AnswerOf<typeof ROW>
/** A link with all its options. */
export type Link = NonNullable<AnswerOf<typeof LINK>['getShortlinkInfo']>
export type NewLink = InputOf<typeof ADD>['input']
/** Campaign parameters under a name. */
export type CampaignTemplate = AnswerOf<typeof CHOICES>['campaignTemplates'][number]
export type LinkChange = InputOf<typeof CHANGE>['input']
/** Filter and order of the list of links. */
export type ListFilter = Omit<InputOf<typeof LIST>, 'skip' | 'after' | 'take'>

/** One page of the list, from 0. */
export const linksPage = (filter: ListFilter, page: number) =>
  queryOptions({
    queryKey: ['links', 'list', filter, page],
    queryFn: ({ signal }) =>
      ask(LIST, { ...filter, skip: page * PAGE_SIZE, take: PAGE_SIZE }, { signal }).then((answer) =>
        withPendingChanges(answer.shortlinkConnection),
      ),
  })

/** The first few links with a text, for the palette. */
export const firstLinks = (search: string) =>
  queryOptions({
    queryKey: ['links', 'first', search],
    queryFn: ({ signal }) => ask(FIRST, { search }, { signal }).then((answer) => answer.shortlinkConnection),
  })

/** The visits of the last 30 days of each of at most 100 links, by their id. */
export const lines = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['links', 'lines', ids],
    queryFn: async ({ signal }) => {
      const { linkVisits } = await ask(LINES, { ids: [...ids], days: LINE_DAYS }, { signal })
      return new Map(linkVisits.map(({ id, days }) => [id, days]))
    },
    enabled: ids.length > 0,
    staleTime: 30_000,
    // Rows mount and unmount while the list scrolls, which should send no requests.
    refetchOnMount: false,
  })

/** The visits of the last 30 days of all links, or of links with the tags, and of the 30 days before. */
export const sums = (tags: readonly string[]) =>
  queryOptions({
    queryKey: ['links', 'sums', tags],
    queryFn: ({ signal }) =>
      ask(SUMS, { filter: tags.length > 0 ? { tags: [...tags] } : {} }, { signal }).then((answer) => answer.analytics),
    staleTime: 60_000,
  })

/** Options for filtering and creating links: tags, domains, templates, defaults and saved views of the account, and the service's own URL. One request for all. */
export const choices = queryOptions({
  queryKey: ['links', 'choices'],
  queryFn: ({ signal }) => ask(CHOICES, {}, { signal }),
})

export const tags = queryOptions({ ...choices, select: (known) => known.tags })

/** The domains of the account, and the service's own URL for links without a domain. */
export const linkDomains = queryOptions({
  ...choices,
  select: ({ domains, service }) => {
    const { host: ownHost, origin: ownOrigin } = new URL(service.baseUrl)
    return { domains, ownHost, ownOrigin }
  },
})

export const campaignTemplates = queryOptions({ ...choices, select: (known) => known.campaignTemplates })

/** The account's saved views, oldest first. */
export const savedViews = queryOptions({ ...choices, select: (known) => known.savedViews })

/** The defaults for new links with their records. Omits an unverified domain, since it takes no links. */
export const defaultsOf = ({ linkDefaults, domains, campaignTemplates }: Choices) => ({
  tags: linkDefaults.tags,
  domain: domains.find(({ id, verified }) => verified && id === linkDefaults.domainId),
  template: campaignTemplates.find(({ id }) => id === linkDefaults.campaignTemplateId),
  qrStyleId: linkDefaults.qrStyleId,
})
export type Choices = AnswerOf<typeof CHOICES>
export type LinkDefaults = ReturnType<typeof defaultsOf>

export const linkDefaults = queryOptions({ ...choices, select: defaultsOf })

/** Whether a new link can have the slug, by a dry run: undefined if the server cannot tell now. */
export const slugState = (shortlink: string, domainId: string) =>
  queryOptions({
    queryKey: ['slug', shortlink, domainId],
    queryFn: ({ signal }) =>
      ask(
        ADD,
        { input: { target: 'https://example.com/', shortlink, ...(domainId && { domainId }) } },
        { signal, dryRun: true },
      ).then(
        () => 'free' as const,
        (error: unknown) => (codeOf(error) === 'CONFLICT' ? ('taken' as const) : ('unknown' as const)),
      ),
    retry: false,
    gcTime: 0,
  })

/** The outcome of deleting links for each of the first 1,000, by a dry run. */
export const triedDeletion = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['links', 'tried deletion', ids],
    queryFn: ({ signal }) =>
      ask(DELETE_MANY, { ids: ids.slice(0, BULK_SIZE) }, { signal, dryRun: true }).then(
        (answer) => answer.deleteShortlinks,
      ),
    enabled: ids.length > 1,
    // The deletion itself reports errors.
    retry: false,
    gcTime: 0,
  })

/** One link with all its options; null if it is not the caller's. */
export const link = (id: string) =>
  queryOptions({
    queryKey: ['links', 'one', id],
    queryFn: ({ signal }) => ask(LINK, { id }, { signal }).then((answer) => answer.getShortlinkInfo),
  })
