import type { GraphQLError } from 'graphql'
import type { Response as LibraryResponse } from 'graphql-http'
import { rateLimitHeaders } from '../http/redirect/rate-limit.ts'
import { MAX_BODY_BYTES } from '../http/request-body.ts'
import { withHeaders } from '../http/responses.ts'
import { coded } from './errors.ts'
import type { RequestState } from './request-state.ts'

const CONTENT_TYPE = 'application/json; charset=utf-8'

/** The error of a request that reaches no query, by HTTP status. */
const ERRORS: Readonly<Record<number, GraphQLError>> = {
  405: coded('BAD_USER_INPUT', 'Only POST is allowed'),
  406: coded('BAD_USER_INPUT', 'Answers are application/json or application/graphql-response+json'),
  413: coded('BAD_USER_INPUT', `The body must have at most ${MAX_BODY_BYTES} bytes`),
  415: coded('BAD_USER_INPUT', 'The body must be application/json in UTF-8'),
  429: coded('RATE_LIMITED', 'Too many requests'),
}

/** Rejects a request before its query runs; {@link toResponse} adds the error that belongs to the status. */
export const rejected = (status: 413 | 415 | 429): LibraryResponse => [null, { status, statusText: '' }]

/** A response without data, for a failure before there was a query to run. */
export const errorResponse = (
  status: number,
  error = ERRORS[status] ?? coded('BAD_USER_INPUT', 'Bad request'),
  headers: Readonly<Record<string, string>> = {},
) => new Response(dataless([error]), { status, headers: { 'content-type': CONTENT_TYPE, ...headers } })

/** The library's response with the state of the rate limits, and with the body of a long answer, which is encoded already. */
export function toResponse([body, init]: LibraryResponse, state: RequestState): Response {
  const { taken, retryAfterSeconds } = state
  const status = !taken.allowed || retryAfterSeconds !== undefined ? 429 : init.status
  const response =
    body === null
      ? errorResponse(status, ERRORS[init.status], init.headers)
      : new Response(state.encoded ?? finishedBody(body, init.headers, state), {
          status,
          headers: init.headers ?? {},
        })
  return withHeaders(response, {
    ...(retryAfterSeconds !== undefined && { 'Retry-After': `${retryAfterSeconds}` }),
    ...rateLimitHeaders(taken),
    'cache-control': 'no-store',
  })
}

/** Clients of `application/json` expect `data` even when nothing was executed; the library leaves it out. */
const finishedBody = (body: string, headers: LibraryResponse[1]['headers'], { isExecuted }: RequestState) =>
  isExecuted || headers?.['content-type'] !== CONTENT_TYPE ? body : dataless(JSON.parse(body).errors)

const dataless = (errors: readonly unknown[]) => JSON.stringify({ data: null, errors })
