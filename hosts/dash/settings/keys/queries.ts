import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../../api/ask.ts'
import { type AnswerOf, graphql } from '../../api/graphql.ts'

const KEYS = graphql(
  'query { getApiKeys { id label prefix last4 createdAt expiresAt lastUsedAt lastUsedNetwork scopes targetHosts rotatedFrom } }',
)

export const CREATE_KEY = graphql(
  `mutation ($label: String!, $expiresAt: String, $scopes: [String!], $targetHosts: [String!]) {
    createApiKey(label: $label, expiresAt: $expiresAt, scopes: $scopes, targetHosts: $targetHosts) { secret apiKey { id } }
  }`,
)
export const ROTATE_KEY = graphql(
  'mutation ($id: ID!, $overlapHours: Int) { rotateApiKey(id: $id, overlapHours: $overlapHours) { secret apiKey { id } } }',
)
export const REVOKE_KEY = graphql('mutation ($id: ID!) { revokeApiKey(id: $id) }')

/** The account's API keys, newest first. */
export const apiKeys = queryOptions({
  queryKey: ['settings', 'keys'],
  queryFn: ({ signal }) => ask(KEYS, {}, { signal }).then((answer) => answer.getApiKeys),
})

export type Key = AnswerOf<typeof KEYS>['getApiKeys'][number]
