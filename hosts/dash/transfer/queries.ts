import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql, type InputOf } from '../api/graphql.ts'
import { OPTIONS } from '../api/link-options.ts'

/** Number of links per request, the maximum of a page. */
export const PAGE_SIZE = 100

/** Links with all fields of an export. */
export const EXPORT_PAGE = graphql(
  `query ($links: Int, $after: ID) {
    shortlinkConnection(take: $links, after: $after, archived: null) {
      items {
        id shortlink target title hostname enableTracking hitCount createdAt updatedAt status visitsLeft hasPassword aliases
        rules { type value target }
        ...Options
      }
    }
  }`,
  [OPTIONS],
)
/** The status of each link, for finding those that are also in the file. */
export const OWN_PAGE = graphql(
  `query ($links: Int, $after: ID) {
    shortlinkConnection(take: $links, after: $after, archived: null) {
      items { id shortlink hostname target status enabled hasPassword startsAt expiresAt maxVisits }
    }
  }`,
)
export const COUNT = graphql('query { shortlinkConnection(take: 1, archived: null) { totalCount } }')
/** The mutations of an import. */
export const IMPORT_MANY = graphql(
  'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { index ok error shortlink { id } } }',
)
export const CLOSE_MANY = graphql(
  'mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { index ok error } }',
)
export const ADD_ALIAS = graphql(
  'mutation ($id: ID!, $shortlink: String!) { addShortlinkAlias(id: $id, shortlink: $shortlink) { id } }',
)
const PLACES = graphql(
  'query { service { baseUrl } domains { id hostname verified } meUsage { allowance linksCreated refillLinks } }',
)

/** A link with all fields of an export. */
export type WholeLink = AnswerOf<typeof EXPORT_PAGE>['shortlinkConnection']['items'][number]
/** A link of the account, as an import compares it. */
export type OwnLink = AnswerOf<typeof OWN_PAGE>['shortlinkConnection']['items'][number]
export type NewLink = InputOf<typeof IMPORT_MANY>['inputs'][number]
export type LinkChange = InputOf<typeof CLOSE_MANY>['inputs'][number]
export type Places = AnswerOf<typeof PLACES>

/** Possible target domains, and the remaining number of links in the plan. */
export const places = queryOptions({
  queryKey: ['transfer', 'places'],
  queryFn: ({ signal }) => ask(PLACES, {}, { signal }),
})
