import { queryOptions } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { graphql } from '../api/graphql.ts'

/** Documents that start or end a session. The token is not selected: the session is a cookie. */
export const LOG_IN = graphql(
  'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { user { id email } } }',
)
export const SIGN_UP = graphql(
  'mutation ($name: String!, $email: String!, $password: String!, $token: String, $invite: String) { signup(name: $name, email: $email, password: $password, token: $token, invite: $invite) { user { id email } } }',
)
/** Creates a link without an account. */
export const SHORTEN = graphql('mutation ($target: String!) { addShortlink(input: { target: $target }) { shortUrl } }')
export const USE_RESET_LINK = graphql(
  'mutation ($token: String!, $newPassword: String!) { useResetLink(token: $token, newPassword: $newPassword) }',
)
export const LOG_OUT = graphql('mutation { logout }')
const ACCOUNT = graphql('query { getUserInfo { id name email role createdAt ignoredAddresses } }')
const SERVICE = graphql(
  'query { service { version baseUrl mcpUrl mcpOauthUrl oauthIssuer signup hasAccounts signupNeedsToken accountNeeded billing } }',
)

/** The signed-in account. */
export const account = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => ask(ACCOUNT, {}, { signal }).then(({ getUserInfo }) => getUserInfo),
  staleTime: 60_000,
})

/** Facts of this server; public. */
export const service = queryOptions({
  queryKey: ['service'],
  queryFn: ({ signal }) => ask(SERVICE, {}, { signal }).then((answer) => answer.service),
  staleTime: 60_000,
})
