import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql } from '../api/graphql.ts'
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
export const COUNT = graphql('query { shortlinkConnection(take: 1, archived: null) { totalCount } }')
const LATEST = graphql(
  `query { latestImport {
    id name state characters program found acceptedLosses domains { from to } fault { code detail }
  report {
    rows characters planned created present skipped closed limited total isCsv domains { name links } refused { name links } lost { name links }
    samples { slug target title tags } problems { row slug target reason fields message }
  }
  } }`,
)
/** The mutations of an import. */
export const CREATE = graphql(
  'mutation ($name: String!, $program: String) { createImport(name: $name, program: $program) { id } }',
)
export const ADD_PART = graphql(
  'mutation ($id: ID!, $index: Int!, $text: String!, $last: Boolean) { addImportPart(id: $id, index: $index, text: $text, last: $last) { id } }',
)
export const UPDATE = graphql(
  `mutation ($id: ID!, $program: String, $domains: [ImportDomainInput!], $acceptedLosses: [String!]) {
    updateImport(id: $id, program: $program, domains: $domains, acceptedLosses: $acceptedLosses) { id }
  }`,
)
export const START = graphql('mutation ($id: ID!) { startImport(id: $id) { id } }')
export const CANCEL = graphql('mutation ($id: ID!) { cancelImport(id: $id) { id } }')
const PLACES = graphql(
  'query { service { baseUrl } domains { id hostname verified } meUsage { allowance linksCreated refillLinks } }',
)

/** A link with all fields of an export. */
export type WholeLink = AnswerOf<typeof EXPORT_PAGE>['shortlinkConnection']['items'][number]
export type Import = NonNullable<AnswerOf<typeof LATEST>['latestImport']>
export type ImportReport = NonNullable<Import['report']>
export type ImportProblem = ImportReport['problems'][number]
export type Places = AnswerOf<typeof PLACES>

/** Possible target domains, and the remaining number of links in the plan. */
export const places = queryOptions({
  queryKey: ['transfer', 'places'],
  queryFn: ({ signal }) => ask(PLACES, {}, { signal }),
})

/** Interval between looks at an import that the server works on. */
const LOOK_EVERY_MS = 700

/** The account's import, which goes on without this page. */
export const latestImport = queryOptions({
  queryKey: ['transfer', 'import'],
  queryFn: async ({ signal }) => (await ask(LATEST, {}, { signal })).latestImport,
  refetchInterval: ({ state: { data } }) =>
    // The server still counts what it was doing when the import was canceled.
    isAtWork(data) ? LOOK_EVERY_MS : data?.state === 'CANCELED' && data.report ? 3 * LOOK_EVERY_MS : false,
})

/** Whether the server works on the import. */
export const isAtWork = (found: Import | null | undefined) => found?.state === 'PLANNING' || found?.state === 'RUNNING'
