import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_BODY } from './http-message.ts'

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

interface Body {
  readonly request: IncomingMessage
  readonly bytes: number
}

interface Network {
  bytes: number
  /** Oldest first. */
  readonly bodies: Set<Body>
}

/** What a body of unknown length counts: most that are sent in chunks are short. */
const UNKNOWN_LENGTH_BYTES = MAX_BODY / 4

/**
 * Bounds the memory that request bodies take while they arrive and are worked on. A body counts with its declared length from the head
 * of the request on, so a client gains nothing by sending slowly. When all networks together are at the limit, the network that holds
 * most loses its oldest unfinished body to one that holds less, so that no number of slow clients keeps others from sending.
 */
export function createBodyBudget({
  maxBytesPerNetwork = 16 * MAX_BODY,
  maxBytes = 128 * MAX_BODY,
}: BodyBudgetOptions = {}): BodyBudget {
  const networks = new Map<string, Network>()
  let total = 0

  function release(name: string, network: Network, body: Body) {
    if (!network.bodies.delete(body)) return
    network.bytes -= body.bytes
    total -= body.bytes
    if (network.bodies.size === 0) networks.delete(name)
  }

  /** Cuts the oldest unfinished body of the network that holds most, if that is more than `bytes`. */
  function cutOneOfLargest(bytes: number): boolean {
    const [name, largest] = [...networks].reduce((a, b) => (b[1].bytes > a[1].bytes ? b : a))
    if (largest.bytes <= bytes) return false
    for (const body of largest.bodies) {
      if (body.request.complete) continue
      release(name, largest, body)
      body.request.socket.destroy()
      return true
    }
    return false
  }

  return {
    reserve(request, response, name) {
      const bytes = bodyBytesOf(request)
      if (bytes === 0) return true
      const held = (networks.get(name)?.bytes ?? 0) + bytes
      if (held > maxBytesPerNetwork) return false
      while (total + bytes > maxBytes) if (!cutOneOfLargest(held)) return false
      const network = networks.get(name) ?? { bytes: 0, bodies: new Set() }
      const body = { request, bytes }
      networks.set(name, network)
      network.bodies.add(body)
      network.bytes += bytes
      total += bytes
      response.once('close', () => release(name, network, body))
      return true
    },
  }
}

function bodyBytesOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return UNKNOWN_LENGTH_BYTES
  return Math.min(Number(headers['content-length'] ?? 0), MAX_BODY)
}
