import type { Caller } from '@shortlink/core'
import type { RequestContext } from '../http/handler.ts'
import { nearest, type Taken, UNLIMITED } from '../http/redirect/rate-limit.ts'
import type { AnswerSize } from './answer/answer-size.ts'

/** One request while it is answered. */
export interface Exchange {
  readonly request: Request
  readonly clientIp: string
  readonly caller: Caller
  readonly answer: AnswerSize
  /** The state of the limit that is nearest to rejecting, of those that the request counted against. */
  taken: Taken
  /** Set when the request is rejected because the server is busy. */
  retryAfterSeconds?: number
  isExecuted: boolean
  /** The body of a long answer. */
  encoded?: Uint8Array<ArrayBuffer>
}

export const openExchange = (
  request: Request,
  { clientIp }: RequestContext,
  caller: Caller,
  answer: AnswerSize,
): Exchange => ({ request, clientIp, caller, answer, taken: UNLIMITED, isExecuted: false })

/** Notes the state of a limit after calls were counted against it; false when it rejects them. */
export function admits(exchange: Exchange, taken: Taken = UNLIMITED): boolean {
  exchange.taken = nearest(exchange.taken, taken)
  return taken.allowed
}
