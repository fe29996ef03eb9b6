import { keepPreviousData, queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql } from '../api/graphql.ts'

/** Items of a page of a list. */
export const PAGE_SIZE = 25

const STATS = graphql('query { adminStats { accounts links visits openReports } service { signup } }')
const ACCOUNTS = graphql(
  `query ($search: String, $skip: Int, $take: Int) {
    adminUsers(search: $search, skip: $skip, take: $take) {
      items { id name email role plan links visits createdAt disabledAt } totalCount
    }
  }`,
)
const LINKS = graphql(
  `query ($search: String, $host: String, $owner: ID, $skip: Int, $take: Int) {
    adminLinks(search: $search, host: $host, owner: $owner, skip: $skip, take: $take) {
      items { id shortUrl target ownerEmail hitCount createdAt status disabled } totalCount
    }
  }`,
)
const REPORTS = graphql(
  `query ($resolved: Boolean, $skip: Int, $take: Int) {
    adminReports(resolved: $resolved, skip: $skip, take: $take) {
      items { id at url reason email host otherHosts resolvedAt blocked owner ownerEmail link { shortUrl target status disabled } }
      totalCount
    }
  }`,
)
const OPEN_REPORTS = graphql('query { adminReports(resolved: false, take: 1) { totalCount } }')
const BLOCKED_HOSTS = graphql(
  `query ($search: String, $skip: Int, $take: Int) {
    adminBlockedHosts(search: $search, skip: $skip, take: $take) {
      items { host reason source createdAt } totalCount
    }
  }`,
)

export const SET_USER_DISABLED = graphql(
  'mutation ($id: ID!, $disabled: Boolean!) { adminSetUserDisabled(id: $id, disabled: $disabled) }',
)
export const SET_LINK_DISABLED = graphql(
  'mutation ($id: ID!, $disabled: Boolean!) { adminSetLinkDisabled(id: $id, disabled: $disabled) }',
)
export const BLOCK_HOST = graphql(
  'mutation ($host: String!, $reason: String) { adminBlockHost(host: $host, reason: $reason) }',
)
export const UNBLOCK_HOST = graphql('mutation ($host: String!) { adminUnblockHost(host: $host) }')
export const RESOLVE_REPORT = graphql(
  'mutation ($id: ID!, $block: Boolean!) { adminResolveReport(id: $id, block: $block) }',
)
export const CREATE_RESET_LINK = graphql('mutation ($id: ID!) { adminCreateResetLink(id: $id) { url } }')
export const CREATE_INVITE = graphql('mutation { adminCreateInvite { url } }')

/** All queries of administrators, for their refresh after a change. */
export const ADMIN_KEY = ['admin'] as const

export const stats = queryOptions({
  queryKey: [...ADMIN_KEY, 'stats'],
  queryFn: ({ signal }) => ask(STATS, {}, { signal }),
})

export const accounts = (search: string, skip: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'accounts', search, skip],
    queryFn: async ({ signal }): Promise<AnswerOf<typeof ACCOUNTS>['adminUsers']> =>
      (await ask(ACCOUNTS, { search, skip, take: PAGE_SIZE }, { signal })).adminUsers,
    placeholderData: keepPreviousData,
  })

interface LinksFilter {
  readonly search: string
  readonly host: string
  readonly owner: string | null
}

export const anyLinks = (filter: LinksFilter, skip: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'links', filter, skip],
    queryFn: async ({ signal }): Promise<AnswerOf<typeof LINKS>['adminLinks']> =>
      (await ask(LINKS, { ...filter, skip, take: PAGE_SIZE }, { signal })).adminLinks,
    placeholderData: keepPreviousData,
  })

export const reports = (resolved: boolean, skip: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'reports', resolved, skip],
    queryFn: async ({ signal }): Promise<AnswerOf<typeof REPORTS>['adminReports']> =>
      (await ask(REPORTS, { resolved, skip, take: PAGE_SIZE }, { signal })).adminReports,
    placeholderData: keepPreviousData,
  })

/** The number of open reports. */
export const openReports = queryOptions({
  queryKey: [...ADMIN_KEY, 'open-reports'],
  queryFn: async ({ signal }) => (await ask(OPEN_REPORTS, {}, { signal })).adminReports.totalCount,
})

export const blockedHosts = (search: string, skip: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'hosts', search, skip],
    queryFn: async ({ signal }) => {
      const { items, totalCount } = (await ask(BLOCKED_HOSTS, { search, skip, take: PAGE_SIZE }, { signal }))
        .adminBlockedHosts
      return { items: items.map((item) => ({ ...item, id: item.host })), totalCount }
    },
    placeholderData: keepPreviousData,
  })

export type AnyAccount = AnswerOf<typeof ACCOUNTS>['adminUsers']['items'][number]
export type BlockedHost = AnswerOf<typeof BLOCKED_HOSTS>['adminBlockedHosts']['items'][number]
export type Report = AnswerOf<typeof REPORTS>['adminReports']['items'][number]
export type AnyLink = AnswerOf<typeof LINKS>['adminLinks']['items'][number]
