import type { Caller } from '@shortlink/core'
import type { RequestContext } from '../http/handler.ts'
import { nearest, type Taken, UNLIMITED } from '../http/redirect/rate-limit.ts'
import type { AnswerSize } from './answer/answer-size.ts'

/** One request while it is answered. */
export interface RequestState {
  readonly request: Request
  readonly clientIp: string
  readonly caller: Caller
  readonly answer: AnswerSize
  /** The state of the limit that is nearest to rejecting, of those that the request counted against. */
  taken: Taken
  /** Set when the request is rejected because the server is busy. */
  retryAfterSeconds?: number
}

export const createRequestState = (
  request: Request,
  { clientIp }: RequestContext,
  caller: Caller,
  answer: AnswerSize,
): RequestState => ({ request, clientIp, caller, answer, taken: UNLIMITED })

/** Records the state of a limit after calls were counted against it; false when it rejects them. */
export function admits(state: RequestState, taken: Taken = UNLIMITED): boolean {
  state.taken = nearest(state.taken, taken)
  return taken.allowed
}
