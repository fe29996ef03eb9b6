import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLatency, type Latency } from './latency.ts'

/** Counters of this process as plain numbers: only a scrape pays for their format. */
export interface Meters {
  readonly redirects: Latency
  /** Everything that is not a redirect. */
  readonly answers: Latency
  readonly statuses: CounterMap
  /** Errors of GraphQL, by their code. */
  readonly errors: CounterMap
  /** Visits that were refused an existing link, by the reason. */
  readonly refusals: CounterMap
  /** Rejected calls, by the limit that rejected them. */
  readonly rejections: CounterMap
  /** Reads the state of the store that replicas share for rate limits, and the calls that were counted without it. */
  readonly limitStore?: (() => { readonly isUp: boolean; readonly localCalls: number }) | undefined
}

/** Counts by name. */
export interface CounterMap {
  add(name: string): void
  read(): readonly (readonly [name: string, count: number])[]
}

export const createMeters = (limitStore?: Meters['limitStore']): Meters => ({
  limitStore,
  redirects: createLatency(),
  answers: createLatency(),
  statuses: createCounterMap(),
  errors: createCounterMap(),
  refusals: createCounterMap(),
  rejections: createCounterMap(),
})

function createCounterMap(): CounterMap {
  const counts = new Map<string, number>()
  return {
    add: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    read: () => [...counts],
  }
}

type Redirect = (request: IncomingMessage, response: ServerResponse) => boolean

/** Measures a redirect from its request to its response, which for a cached link comes in the same tick. */
export function metered(redirect: Redirect, { redirects, statuses }: Meters): Redirect {
  const record = (response: ServerResponse, started: number) => {
    redirects.record(performance.now() - started)
    statuses.add(STATUSES[response.statusCode] ?? `redirect ${response.statusCode}`)
  }
  return (request, response) => {
    const started = performance.now()
    if (!redirect(request, response)) return false
    if (response.writableEnded) record(response, started)
    else response.once('close', () => record(response, started))
    return true
  }
}

/** Saves a concatenation for the most frequent statuses. */
const STATUSES: Readonly<Record<number, string>> = { 302: 'redirect 302', 404: 'redirect 404' }
