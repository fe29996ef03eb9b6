import type { Caller } from '@shortlink/core'
import type { SessionCookies } from '../../http/dash/session-cookies.ts'
import type { RequestContext } from '../../http/handler.ts'
import { nearest, type Taken, UNLIMITED } from '../../http/redirect/rate-limit.ts'
import { dryRunOf } from '../../http/request/dry-run.ts'
import type { AnswerSize } from '../limits/answer-size.ts'

/** One request in progress. */
export interface RequestState {
  readonly request: Request
  readonly clientIp: string
  readonly caller: Caller
  readonly answer: AnswerSize
  /** Among the limits that the request counted against, the state of the one closest to rejecting. */
  taken: Taken
  /** Set for a client that keeps its session as a cookie. */
  readonly cookies: SessionCookies | undefined
  /** The value of the header `Dry-Run`; undefined if it is malformed. */
  readonly dryRun: boolean | undefined
  /** The session cookie that the response sets. */
  setCookie?: string
  /** The result of the operation, as JSON. */
  result?: string | Uint8Array<ArrayBuffer>
  /** Set when the request is rejected because the server is busy. */
  retryAfterSeconds?: number
}

export const createRequestState = (
  request: Request,
  { clientIp }: RequestContext,
  caller: Caller,
  answer: AnswerSize,
  cookies: SessionCookies | undefined,
): RequestState => ({
  ...{ request, clientIp, caller, answer, cookies },
  taken: UNLIMITED,
  dryRun: dryRunOf(request),
})

/** Records the state of a limit after calls were counted against it; false when it rejects them. */
export function admits(state: RequestState, taken: Taken = UNLIMITED): boolean {
  state.taken = nearest(state.taken, taken)
  return taken.allowed
}
