import type { IncomingMessage, ServerResponse } from 'node:http'
import { createByteBudget } from '../../kit/byte-budget.ts'
import { MAX_BODY_BYTES } from './request-body.ts'

interface BodyBudgetOptions {
  /** Bytes that the requests of one network may have in flight. */
  readonly maxBytesPerNetwork?: number
  /** The same for all networks together. */
  readonly maxBytes?: number
}

export interface BodyBudget {
  /** Reserves room for the request's body until its response has ended; false if there is none. */
  reserve(request: IncomingMessage, response: ServerResponse, network: string): boolean
}

interface Body {
  readonly request: IncomingMessage
  readonly bytes: number
}

/** Counted for a body of unknown length: most bodies that are sent in chunks are short. */
const UNKNOWN_LENGTH_BYTES = MAX_BODY_BYTES / 4

/**
 * Bounds the memory of request bodies while they arrive and are processed. A body counts with its declared length from the head of the
 * request on, so a client gains nothing by sending slowly. When the total is reached, the network that holds most loses its oldest
 * unfinished body to one that holds less, so that slow clients cannot prevent others from sending, regardless of their number.
 */
export function createBodyBudget({
  maxBytesPerNetwork = 16 * MAX_BODY_BYTES,
  maxBytes = 128 * MAX_BODY_BYTES,
}: BodyBudgetOptions = {}): BodyBudget {
  const budget = createByteBudget({ maxBytesPerOwner: maxBytesPerNetwork, maxBytes })
  /** By network, oldest first. */
  const bodies = new Map<string, Set<Body>>()

  function release(network: string, body: Body) {
    const own = bodies.get(network)
    if (!own?.delete(body)) return
    budget.remove(network, body.bytes)
    if (own.size === 0) bodies.delete(network)
  }

  /** Cuts the oldest unfinished body of the network that holds most, if that is more than `bytes`. */
  function cutOneOfLargest(bytes: number): boolean {
    const largest = budget.largestOwner()
    if (largest === undefined || budget.held(largest) <= bytes) return false
    for (const body of bodies.get(largest) ?? []) {
      if (body.request.complete) continue
      release(largest, body)
      body.request.socket.destroy()
      return true
    }
    return false
  }

  return {
    reserve(request, response, network) {
      const bytes = bodyBytesOf(request)
      if (bytes === 0) return true
      const wanted = budget.held(network) + bytes
      if (wanted > maxBytesPerNetwork) return false
      while (!budget.add(network, bytes)) if (!cutOneOfLargest(wanted)) return false
      const body = { request, bytes }
      bodies.set(network, (bodies.get(network) ?? new Set()).add(body))
      response.once('close', () => release(network, body))
      return true
    },
  }
}

function bodyBytesOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return UNKNOWN_LENGTH_BYTES
  return Math.min(Number(headers['content-length'] ?? 0), MAX_BODY_BYTES)
}
