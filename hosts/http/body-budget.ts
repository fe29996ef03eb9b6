import type { IncomingMessage, ServerResponse } from 'node:http'
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
  const reserved = new Map<string, number>()
  let total = 0

  function change(network: string, bytes: number) {
    total += bytes
    const rest = (reserved.get(network) ?? 0) + bytes
    if (rest > 0) reserved.set(network, rest)
    else reserved.delete(network)
  }

  return {
    reserve(request, response, network) {
      const bytes = bodyBytesOf(request)
      if (bytes === 0) return true
      if (total + bytes > maxBytes || (reserved.get(network) ?? 0) + bytes > maxBytesPerNetwork) return false
      change(network, bytes)
      response.once('close', () => change(network, -bytes))
      return true
    },
  }
}

function bodyBytesOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return MAX_BODY
  return Math.min(Number(headers['content-length'] ?? 0), MAX_BODY)
}
