import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { graphql } from '../api/graphql.ts'

const KEYS = graphql('query { getApiKeys { id label prefix last4 createdAt expiresAt lastUsedAt } }')
const USAGE = graphql(
  'query { meUsage { allowance linksCreated refillLinks periodEnd } meSub { plan status currentPeriodEnd } }',
)

/** Changes of the account and its keys. */
export const CREATE_KEY = graphql(
  'mutation ($label: String!, $expiresAt: String) { createApiKey(label: $label, expiresAt: $expiresAt) { secret apiKey { id } } }',
)
export const REVOKE_KEY = graphql('mutation ($id: ID!) { revokeApiKey(id: $id) }')
export const CHANGE_PASSWORD = graphql(
  'mutation ($old: String!, $new: String!) { resetPassword(oldPassword: $old, newPassword: $new) { user { id } } }',
)
export const DELETE_ACCOUNT = graphql('mutation { deleteAccount }')

/** The account's API keys, without their secrets. */
export const apiKeys = queryOptions({
  queryKey: ['settings', 'keys'],
  queryFn: ({ signal }) => ask(KEYS, {}, { signal }).then((answer) => answer.getApiKeys),
})

/** The plan and this month's usage. */
export const usage = queryOptions({
  queryKey: ['settings', 'usage'],
  queryFn: ({ signal }) => ask(USAGE, {}, { signal }),
})
