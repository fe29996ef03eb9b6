/** The server's `extensions.code`, and two codes of the client: no response arrived, or one that is not from the API. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'BAD_USER_INPUT'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PLAN_LIMIT'
  | 'RATE_LIMITED'
  | 'QUERY_TOO_COMPLEX'
  | 'BILLING_NOT_CONFIGURED'
  | 'UPSTREAM_FAILED'
  | 'UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR'
  | 'OFFLINE'
  | 'UNEXPECTED'

const CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'PLAN_LIMIT',
  'RATE_LIMITED',
  'QUERY_TOO_COMPLEX',
  'BILLING_NOT_CONFIGURED',
  'UPSTREAM_FAILED',
  'UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
])

/** Codes of errors that the next try may not meet. */
export const PASSING_CODES: ReadonlySet<ErrorCode> = new Set(['OFFLINE', 'UNAVAILABLE', 'UNEXPECTED'])

/** The words of an error; the words of the chosen language replace this. */
type Word = (fault: { code: string; message: string; path?: string | undefined }) => string
let word: Word = ({ message }) => message

/** Sets the function that words the server's errors. */
export function wordErrorsBy(how: Word) {
  word = how
}

/** A request that failed, with a message in the words of the dashboard. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** Id in the server's log; undefined when no response arrived. */
  readonly requestId: string | undefined
  /** Time when the request may be sent again, as in `Date.now()`; undefined when the server did not say. */
  readonly retryAtMs: number | undefined
  /** The invalid argument, such as `target` or `rules.2.value`; undefined for other errors. */
  readonly path: string | undefined

  constructor(
    code: string | undefined,
    message: string,
    details: { requestId?: string; retryAtMs?: number; path?: string } = {},
  ) {
    super(word({ code: code ?? 'UNEXPECTED', message, path: details.path }))
    this.name = 'ApiError'
    this.code = code !== undefined && CODES.has(code) ? (code as ErrorCode) : code === 'OFFLINE' ? code : 'UNEXPECTED'
    this.requestId = details.requestId
    this.retryAtMs = details.retryAtMs
    this.path = details.path
  }
}

/** Time when the request may be sent again after this error; undefined if the server did not say. */
export const retryAtMsOf = (error: unknown) => (error instanceof ApiError ? error.retryAtMs : undefined)

/** The argument that an error refers to; undefined for other errors. */
export const pathOf = (error: unknown) => (error instanceof ApiError ? error.path : undefined)

/** The code of any thrown value. */
export const codeOf = (error: unknown): ErrorCode => (error instanceof ApiError ? error.code : 'UNEXPECTED')
