import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql } from '../api/graphql.ts'

/** Maximum number of links that the deletion dialog lists; the others are counted. */
const LISTED_LINKS = 5

const DOMAIN = graphql(
  'fragment DomainFields on Domain { id hostname verified verifiedAt sslStatus txtToken createdAt }',
)
const LIST = graphql('query { domains { ...DomainFields } service { baseUrl } }', [DOMAIN])
const LINKS_ON = graphql(
  `query ($domainId: ID!, $take: Int) {
    shortlinkConnection(domainId: $domainId, archived: null, sort: MOST_VISITED, take: $take) {
      totalCount
      items { id shortUrl }
    }
  }`,
)

/** Changes of domains. */
export const ADD_DOMAIN = graphql(
  'mutation ($hostname: String!) { addDomain(hostname: $hostname) { ...DomainFields } }',
  [DOMAIN],
)
export const VERIFY_DOMAIN = graphql('mutation ($id: ID!) { verifyDomain(id: $id) { ...DomainFields } }', [DOMAIN])
export const DELETE_DOMAIN = graphql('mutation ($id: ID!) { deleteDomain(id: $id) }')

/** A claim of a hostname. */
export type Domain = AnswerOf<typeof DOMAIN>

/** The account's domains, newest first, and the service's host that they point to. */
export const domains = queryOptions({
  queryKey: ['domains', 'list'],
  queryFn: ({ signal }) => ask(LIST, {}, { signal }),
})

/** Number of links on the domain, archived ones included, and the most visited of them. */
export const linksOn = (domainId: string) =>
  queryOptions({
    queryKey: ['domains', 'links', domainId],
    queryFn: ({ signal }) =>
      ask(LINKS_ON, { domainId, take: LISTED_LINKS }, { signal }).then((answer) => answer.shortlinkConnection),
    // The deletion dialog never shows an old number.
    gcTime: 0,
  })
