import { ask } from '../support/api.ts'
import { jsonRequest } from './requests.ts'

/** An account of a server, with a key of its own. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly headers: Readonly<Record<string, string>>
  /** Gives the data of an operation; throws on any GraphQL error. */
  ask<T>(query: string, variables?: object): Promise<T>
  /** The operation as a request over the wire. */
  request(query: string, variables?: object): string
}

/** Gives the data of an operation on the server at the given port; throws on any GraphQL error. */
export async function graphql<T>(port: number, query: string, variables: object = {}, headers = {}): Promise<T> {
  const { data, errors } = await ask(`http://127.0.0.1:${port}`, query, variables, headers)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data as T
}

let accounts = 0

/** The password of each account. */
export const PASSWORD = 'measured twice, cut once'

export async function signUp(port: number): Promise<Account> {
  const email = `bench-${accounts++}@example.com`
  const { signup } = await graphql<{ signup: { token: string; user: { id: string } } }>(port, SIGN_UP, { email })
  const { createApiKey } = await graphql<{ createApiKey: { secret: string } }>(
    port,
    'mutation { createApiKey(label: "bench") { secret } }',
    {},
    { authorization: `Bearer ${signup.token}` },
  )
  const headers = { 'x-api-key': createApiKey.secret }
  return {
    id: signup.user.id,
    email,
    headers,
    ask: (query, variables = {}) => graphql(port, query, variables, headers),
    request: (query, variables = {}) => jsonRequest('/graphql', { query, variables }, headers),
  }
}

const SIGN_UP = `mutation ($email: String!) {
  signup(name: "Bench", email: $email, password: "${PASSWORD}") { token user { id } } }`

export const CREATE = 'mutation { createShortlink(target: "https://example.com/articles/2026/a-headline") }'
export const CREATE_MANY = `mutation ($inputs: [CreateShortlinkInput!]!) {
  createShortlinks(inputs: $inputs) { error shortlink { id shortlink } } }`
export const LIST = `query ($search: String, $skip: Int, $take: Int) {
  shortlinkConnection(skip: $skip, take: $take, search: $search) { items { id shortlink target title hitCount } } }`
/** The fields of a link in lists of REST. */
const OUTLINE = `id shortlink target title hitCount enableTracking createdAt hostname shortUrl status startsAt expiresAt fallbackTarget
  maxVisits visitsLeft hasPassword enabled archived redirectStatus forwardQuery forwardPath utm { source medium campaign term content }
  tags note preview { title description image } aliases updatedAt`
/** The calls of GraphQL with the data of `POST /links` and `GET /links` in REST. */
export const ADD_WHOLE = `mutation ($input: CreateShortlinkInput!) {
  addShortlink(input: $input) { ${OUTLINE} rules { type value target } } }`
export const LIST_WHOLE = `query ($take: Int) { shortlinkConnection(take: $take) { items { ${OUTLINE} } } }`
export const LIST_WITH_COUNT = LIST.replace('{ items', '{ totalCount items')

export const manyLinks = (count: number) => ({
  inputs: Array.from({ length: count }, (_, index) => ({ target: `https://example.com/articles/2026/${index}` })),
})
