import { type Caller, type DomainError, describeError } from '@shortlink/core'
import { DOMAIN_ERROR_CODES, type DomainErrorCode } from '../error-codes.ts'
import { respond } from '../http/responses.ts'

const STATUSES: Readonly<Record<DomainErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  BAD_USER_INPUT: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PLAN_LIMIT: 402,
  RATE_LIMITED: 429,
  QUERY_TOO_COMPLEX: 422,
  BILLING_NOT_CONFIGURED: 503,
  UPSTREAM_FAILED: 502,
  UNAVAILABLE: 503,
}

interface Failure {
  readonly code: DomainErrorCode | 'INTERNAL_SERVER_ERROR'
  readonly message: string
  /** Why the caller is not logged in. */
  readonly reason?: string
  /** Finds the cause in the log. */
  readonly requestId?: string
}

/** An error as JSON, `{"error": {"code", "message"}}`. */
export const failed = (status: number, error: Failure, headers: Readonly<Record<string, string>> = {}): Response =>
  respond(JSON.stringify({ error }), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })

export const badInput = (message: string): Response => failed(400, { code: 'BAD_USER_INPUT', message })

/** The response to an expected error. */
export function domainFailure(error: DomainError, caller?: Caller): Response {
  const code = DOMAIN_ERROR_CODES[error.type]
  const credential = error.type === 'not-logged-in' && caller?.kind === 'anonymous' && caller.credential
  const reason = credential ? { reason: `The ${credential} is not valid` } : {}
  return failed(STATUSES[code], { code, message: describeError(error), ...reason }, headersOf(error))
}

function headersOf(error: DomainError): Readonly<Record<string, string>> {
  if (error.type === 'not-logged-in') return { 'www-authenticate': 'Bearer realm="shortlink"' }
  if (error.type === 'overloaded') return { 'retry-after': `${error.retryAfterSeconds}` }
  return error.type === 'unavailable' ? { 'retry-after': '1' } : {}
}
