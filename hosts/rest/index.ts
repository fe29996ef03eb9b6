import type { Handler } from '../http/handler.ts'
import { createRestHandler, type RestParts } from './handler.ts'
import { createHitsRoute } from './hits.ts'
import { createLiveRoute } from './live.ts'
import { createProblems } from './problem.ts'
import { rows } from './rows.ts'

export interface Rest {
  readonly handle: Handler
  /** Ends exports and live streams, so that a server can close. */
  endStreams(): void
}

interface RestOptions {
  /** Interval between checks of the credentials of exports and live streams; a minute by default. */
  readonly recheckMs?: number | undefined
}

/** The paths below `/api/v1`. */
export function createRest(given: Omit<RestParts, 'problems'>, options: RestOptions = {}): Rest {
  const parts = { ...given, problems: createProblems(given.ports.policy.baseUrl) }
  const streams = { '/hits': createHitsRoute(parts, options), '/live': createLiveRoute(parts, options) }
  return {
    handle: createRestHandler(rows, streams, parts),
    endStreams() {
      for (const { end } of Object.values(streams)) end()
    },
  }
}
