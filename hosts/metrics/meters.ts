import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLatency, type Latency } from './latency.ts'

/** What this process counts as it goes, as plain numbers: a scrape reads them, and nothing else pays for it. */
export interface Meters {
  readonly redirects: Latency
  /** Everything that is not a redirect. */
  readonly answers: Latency
  readonly statuses: CounterMap
  /** Errors of GraphQL, by their code. */
  readonly errors: CounterMap
  /** Calls that were refused, by the limit that refused them. */
  readonly refused: CounterMap
}

/** Counts by name. */
export interface CounterMap {
  add(name: string): void
  read(): readonly (readonly [name: string, count: number])[]
}

export const createMeters = (): Meters => ({
  redirects: createLatency(),
  answers: createLatency(),
  statuses: createTally(),
  errors: createTally(),
  refused: createTally(),
})

function createTally(): CounterMap {
  const counts = new Map<string, number>()
  return {
    add: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    read: () => [...counts],
  }
}

type Redirect = (request: IncomingMessage, response: ServerResponse) => boolean

/** Measures a redirect from its request to its answer, which for a warm link is within the same tick. */
export function metered(redirect: Redirect, { redirects, statuses }: Meters): Redirect {
  const note = (response: ServerResponse, started: number) => {
    redirects.record(performance.now() - started)
    statuses.add(STATUSES[response.statusCode] ?? `redirect ${response.statusCode}`)
  }
  return (request, response) => {
    const started = performance.now()
    if (!redirect(request, response)) return false
    if (response.writableEnded) note(response, started)
    else response.once('close', () => note(response, started))
    return true
  }
}

/** No text is put together for what nearly every visit comes to. */
const STATUSES: Readonly<Record<number, string>> = { 302: 'redirect 302', 404: 'redirect 404' }
