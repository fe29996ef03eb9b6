import type { components } from './schema.ts'

type Problem = components['schemas']['Problem']

/**
 * The code of an error: a code of the API; or `NETWORK_ERROR` if the connection failed, `TIMEOUT` if no response came in time, `ABORTED`
 * if the caller's signal ended the call, `NOT_MODIFIED` if the version in `If-None-Match` is current, and `UNEXPECTED_RESPONSE` if a
 * response is not the API's, such as the error page of a proxy.
 */
export type ErrorCode =
  | Problem['code']
  | 'NOT_MODIFIED'
  | 'NETWORK_ERROR'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'UNEXPECTED_RESPONSE'

interface Details {
  /** The HTTP status; undefined without a response. */
  readonly status?: number | undefined
  /** The invalid parts of the request: a JSON pointer into the body or the name of a parameter, and the cause. */
  readonly errors?: Problem['errors']
  /** Why the credentials were rejected. */
  readonly reason?: string | undefined
  /** Finds the cause in the log of the server. */
  readonly requestId?: string | undefined
  /** The time to wait before the next attempt, in milliseconds, if the server named it. */
  readonly retryAfterMs?: number | undefined
}

/** The error of a call. Its message is for people, its code for programs. */
export class ApiError extends Error implements Details {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number | undefined
  readonly errors: NonNullable<Problem['errors']>
  readonly reason: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ErrorCode, message: string, details: Details & { readonly cause?: unknown } = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.code = code
    this.status = details.status
    this.errors = details.errors ?? []
    this.reason = details.reason
    this.requestId = details.requestId
    this.retryAfterMs = details.retryAfterMs
  }
}

/** Returns the error of a response. `body` is its parsed body, or the text of a body that is not JSON. */
export function errorOf(response: Response, body: unknown): ApiError {
  const { status } = response
  const retryAfterMs = retryAfterOf(response)
  if (isProblem(body)) return new ApiError(body.code, body.detail, { ...body, status, retryAfterMs })
  if (status === 304) return new ApiError('NOT_MODIFIED', 'The record has not changed', { status })
  // Browsers hide the status of a redirect.
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const message = isRedirect
    ? 'The server redirects; use the URL that it redirects to as baseUrl'
    : `The response is not one of the API: status ${status}, ${response.headers.get('content-type') ?? 'no type'}`
  return new ApiError('UNEXPECTED_RESPONSE', message, { status, retryAfterMs })
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'detail' in body

/** Returns the milliseconds in `Retry-After`; undefined without it. A date is compared with the server's own clock. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const header = headers.get('retry-after')
  if (header === null || header === '') return undefined
  const ms = Number.isNaN(Number(header))
    ? Date.parse(header) - Date.parse(headers.get('date') ?? '')
    : Number(header) * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
