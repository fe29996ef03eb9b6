import type { GraphQLError } from 'graphql'
import { rateLimitHeaders } from '../http/redirect/rate-limit.ts'
import { MAX_BODY_BYTES } from '../http/request-body.ts'
import { respond } from '../http/responses.ts'
import { coded, HELP } from './errors.ts'
import type { RequestState } from './request-state.ts'

/** The media types of answers. With the first, errors come as 200, since its clients take any other status for one of the transport. */
export type MediaType = 'application/json' | 'application/graphql-response+json'

/** An answer before the state of the rate limits is added. */
export interface Answer {
  readonly status: number
  readonly type: MediaType
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

const TYPES: Readonly<Record<string, MediaType>> = {
  'application/graphql-response+json': 'application/graphql-response+json',
  'application/json': 'application/json',
  'application/*': 'application/json',
  '*/*': 'application/json',
}

/** The first media type in an `Accept` header that answers can have, in UTF-8; quality values are not considered. */
export function acceptedType(accept: string | null): MediaType | undefined {
  for (const range of (accept || '*/*').replace(/\s/g, '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';')
    const charset = parameters.find((parameter) => parameter.startsWith('charset='))
    const isUtf8 = charset === undefined || charset === 'charset=utf-8' || charset === 'charset=utf8'
    if (isUtf8 && Object.hasOwn(TYPES, name)) return TYPES[name]
  }
  return undefined
}

/** The error of a request that reaches no query, by HTTP status. */
const ERRORS = {
  405: coded('BAD_USER_INPUT', 'Only POST is allowed', { help: HELP }),
  406: coded('BAD_USER_INPUT', 'Answers are application/json or application/graphql-response+json'),
  413: coded('BAD_USER_INPUT', `The body must have at most ${MAX_BODY_BYTES} bytes`),
  415: coded('BAD_USER_INPUT', 'The body must be application/json in UTF-8'),
  429: coded('RATE_LIMITED', 'Too many requests'),
}

/** Errors before anything was executed. Clients of `application/json` expect `data` even then. */
export const dataless = (status: number, errors: readonly GraphQLError[]): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ data: null, errors }),
})

/** Rejects a request before its query runs. */
export const rejected = (status: keyof typeof ERRORS, headers: Answer['headers'] = {}): Answer => ({
  ...dataless(status, [ERRORS[status]]),
  headers,
})

/** What a request for an unavailable media type is answered with. */
export const notAcceptable = rejected(406, {
  accept: 'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
})

/** The errors of an operation that cannot be executed. */
export const refused = (type: MediaType, errors: readonly GraphQLError[]): Answer =>
  type === 'application/json' ? dataless(200, errors) : { status: 400, type, body: JSON.stringify({ errors }) }

/** An answer without rate limits. */
export const plainResponse = ({ status, type, body, headers }: Answer): Response =>
  respond(body, { status, headers: { 'content-type': `${type}; charset=utf-8`, ...headers } })

/** The answer with the state of the rate limits, as 429 when one of them rejected a part of the work. */
export function toResponse(answer: Answer, { taken, retryAfterSeconds, setCookie }: RequestState): Response {
  const isLimited = !taken.allowed || retryAfterSeconds !== undefined
  return plainResponse({
    ...answer,
    status: isLimited ? 429 : answer.status,
    headers: {
      ...answer.headers,
      ...(retryAfterSeconds !== undefined && { 'Retry-After': `${retryAfterSeconds}` }),
      ...rateLimitHeaders(taken),
      ...(setCookie !== undefined && { 'set-cookie': setCookie }),
      'cache-control': 'no-store',
    },
  })
}
