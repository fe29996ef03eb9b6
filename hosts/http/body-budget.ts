import type { IncomingMessage, ServerResponse } from 'node:http'
import { createByteBudget } from '../byte-budget.ts'
import { MAX_BODY } from './exchange.ts'

interface BodyBudgetOptions {
  /** Bytes that requests of one network may have under way. */
  readonly maxBytesPerNetwork?: number
  /** The same for all networks together. */
  readonly maxBytes?: number
}

export interface BodyBudget {
  /** Reserves room for the request's body until its answer has ended; false if there is none left. */
  reserve(request: IncomingMessage, response: ServerResponse, network: string): boolean
}

/**
 * Bounds the memory that request bodies take while they arrive and are worked on. A body counts with its declared length from the head
 * of the request on, and one of unknown length as the longest that is read, so a client gains nothing by sending slowly.
 */
export function createBodyBudget({
  maxBytesPerNetwork = 16 * MAX_BODY,
  maxBytes = 128 * MAX_BODY,
}: BodyBudgetOptions = {}): BodyBudget {
  const budget = createByteBudget({ maxBytesPerOwner: maxBytesPerNetwork, maxBytes })
  return {
    reserve(request, response, network) {
      const bytes = bodyBytesOf(request)
      if (bytes === 0) return true
      if (!budget.add(network, bytes)) return false
      response.once('close', () => budget.remove(network, bytes))
      return true
    },
  }
}

function bodyBytesOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return MAX_BODY
  return Math.min(Number(headers['content-length'] ?? 0), MAX_BODY)
}
