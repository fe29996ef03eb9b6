import { type Caller, type DomainError, describeError } from '@shortlink/core'
import { refusalOf } from '@shortlink/core/host'
import { respond } from '../http/response/responses.ts'
import { DOMAIN_ERROR_CODES, type DomainErrorCode } from '../kit/error-codes.ts'
import type { Fault } from './table/input.ts'

type Code = DomainErrorCode | 'INTERNAL_SERVER_ERROR'

/** The status and the title of each code. */
export const PROBLEMS: Readonly<Record<Code, { readonly status: number; readonly title: string }>> = {
  BAD_USER_INPUT: { status: 400, title: 'The request is invalid' },
  UNAUTHENTICATED: { status: 401, title: 'Credentials are missing or invalid' },
  PLAN_LIMIT: { status: 402, title: 'The plan does not include this' },
  FORBIDDEN: { status: 403, title: 'The credentials do not permit this' },
  NOT_FOUND: { status: 404, title: 'The record does not exist' },
  CONFLICT: { status: 409, title: 'The request conflicts with existing data' },
  QUERY_TOO_COMPLEX: { status: 422, title: 'The request needs too much work' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL_SERVER_ERROR: { status: 500, title: 'Internal server error' },
  UPSTREAM_FAILED: { status: 502, title: 'Another service did not answer' },
  BILLING_NOT_CONFIGURED: { status: 503, title: 'Billing is not configured' },
  UNAVAILABLE: { status: 503, title: 'The service is unavailable for the moment' },
}

interface Failure {
  readonly code: Code
  readonly detail: string
  /** The status if it is not that of the code. */
  readonly status?: number
  readonly errors?: readonly Fault[]
  /** Why the caller is not logged in. */
  readonly reason?: string
  /** Finds the cause in the log. */
  readonly requestId?: string
}

type HeaderFields = Readonly<Record<string, string>>
type PlaceOf = (path: string) => Omit<Fault, 'detail'>

export type Problems = ReturnType<typeof createProblems>

/** Creates errors as `application/problem+json` (RFC 9457). Their `type` is the URL of the documentation of their code. */
export function createProblems(baseUrl: string) {
  function problem({ code, status = PROBLEMS[code].status, ...rest }: Failure, headers: HeaderFields = {}): Response {
    const { title } = PROBLEMS[code]
    return respond(JSON.stringify({ type: `${baseUrl}/docs#error-${code}`, title, status, code, ...rest }), {
      status,
      headers: { 'content-type': PROBLEM_TYPE, ...headers },
    })
  }
  return {
    problem,
    badInput: (detail: string) => problem({ code: 'BAD_USER_INPUT', detail }),
    /** The response to an expected error. `placeOf` returns the place of a member of the use case's input in the request. */
    domainFailure(error: DomainError, caller?: Caller, placeOf?: PlaceOf): Response {
      const code = DOMAIN_ERROR_CODES[error.type]
      const reason = error.type === 'not-logged-in' && refusalOf(caller)
      const path = pathOf(error)
      const place = path && placeOf ? placeOf(path) : undefined
      const detail = worded(describeError(error), path, place)
      const failure = {
        code,
        ...(error.type === 'link-changed' && { status: PRECONDITION_FAILED }),
        detail,
        ...(place && { errors: [{ ...place, detail }] }),
        ...(reason && { reason }),
      }
      return problem(failure, headersOf(error))
    },
    /** Refuses a request until others of the caller have ended. */
    busy: (detail: string, retryAfterSeconds: number) =>
      problem({ code: 'RATE_LIMITED', detail }, { 'retry-after': `${retryAfterSeconds}` }),
  }
}

/** The message with the parameter's name instead of the use case's, such as `limit` for `take`. */
const worded = (message: string, path: string, place: Omit<Fault, 'detail'> | undefined) =>
  place?.parameter && message.startsWith(`${path} `) ? `${place.parameter}${message.slice(path.length)}` : message

const PRECONDITION_FAILED = 412
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

const pathOf = (error: DomainError): string => {
  if (error.type === 'slug-reserved' || error.type === 'slug-taken') return 'slug'
  if (error.type === 'external-id-taken') return 'externalId'
  return error.type === 'invalid-input' ? error.path : ''
}

function headersOf(error: DomainError): HeaderFields {
  if (error.type === 'not-logged-in') return { 'www-authenticate': 'Bearer realm="shortlink"' }
  if (error.type === 'overloaded') return { 'retry-after': `${error.retryAfterSeconds}` }
  return error.type === 'unavailable' ? { 'retry-after': '1' } : {}
}
