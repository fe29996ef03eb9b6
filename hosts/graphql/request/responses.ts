import type { GraphQLError } from 'graphql'
import type { Response as HttpResponse } from 'graphql-http'
import { rateLimitHeaders } from '../../http/redirect/rate-limit.ts'
import { MAX_BODY_BYTES } from '../../http/request/request-body.ts'
import { respond } from '../../http/response/responses.ts'
import { coded, HELP } from '../errors.ts'
import type { RequestState } from './request-state.ts'

/** A response without the state of the rate limits. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** The errors of requests that reach no query, by HTTP status. */
const ERRORS = {
  405: coded('BAD_USER_INPUT', 'Only POST is allowed, and GET for queries', { help: HELP }),
  406: coded('BAD_USER_INPUT', 'Responses are application/json or application/graphql-response+json'),
  413: coded('BAD_USER_INPUT', `The body must have at most ${MAX_BODY_BYTES} bytes`),
  415: coded('BAD_USER_INPUT', 'The body must be application/json in UTF-8'),
  429: coded('RATE_LIMITED', 'Too many requests'),
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** The response to a malformed header `Dry-Run`. */
export const badDryRun = (): Answer => dataless(400, [coded('BAD_USER_INPUT', 'Dry-Run must be true or false')])

/** Marks the result of a dry run. */
export const markOf = ({ dryRun }: Pick<RequestState, 'dryRun'>) => (dryRun ? { extensions: { dryRun } } : {})

/** Returns errors from before the execution. Clients of `application/json` expect `data` even then. */
export const dataless = (status: number, errors: readonly GraphQLError[]): Answer => ({
  status,
  headers: JSON_HEADERS,
  body: JSON.stringify({ data: null, errors }),
})

/** Makes graphql-http reject a request before its query runs. */
export const rejection = (status: keyof typeof ERRORS): HttpResponse => [null, { status, statusText: '' }]

/**
 * The response to the hash of a query without its text. Clients of automatic persisted queries then send the text. As in Apollo Server, its
 * status is 200 for every client: some read no errors from other statuses.
 */
export const persistedQueryNotSupported = (): HttpResponse => [
  JSON.stringify({ errors: [coded('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported')] }),
  { status: 200, statusText: '', headers: JSON_HEADERS },
]

const isRejection = (status: number): status is keyof typeof ERRORS => status in ERRORS

/** Converts a response of graphql-http: errors, or the envelope of the result. */
export function answerOf([body, init]: HttpResponse, result: Answer['body'] = ''): Answer {
  const { status, headers = {} } = init
  if (isRejection(status)) return { ...dataless(status, [ERRORS[status]]), headers: { ...headers, ...JSON_HEADERS } }
  if (result || body === null) return { status, headers, body: result }
  const isJson = headers['content-type'] === JSON_HEADERS['content-type']
  return { status, headers, body: isJson ? `{"data":null,${body.slice(1)}` : body }
}

/** Returns the response without rate limits. */
export const plainResponse = ({ status, body, headers }: Answer): Response => respond(body, { status, headers })

/** Returns the response with the state of the rate limits, with status 429 if one of them rejected a part of the work. */
export function toResponse(answer: Answer, { taken, retryAfterSeconds, setCookie, dryRun }: RequestState): Response {
  const isLimited = !taken.allowed || retryAfterSeconds !== undefined
  return plainResponse({
    ...answer,
    status: isLimited ? 429 : answer.status,
    headers: {
      ...answer.headers,
      ...(retryAfterSeconds !== undefined && { 'Retry-After': `${retryAfterSeconds}` }),
      ...rateLimitHeaders(taken),
      ...(setCookie !== undefined && { 'set-cookie': setCookie }),
      ...(dryRun && { 'Dry-Run': 'true' }),
      'cache-control': 'no-store',
    },
  })
}
