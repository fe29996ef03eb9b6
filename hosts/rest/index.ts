import { createHitsRoute } from './hits.ts'
import { createLiveRoute } from './live.ts'
import type { RestParts } from './route.ts'

/** The routes below `/api/v1`. */
export const createRest = (parts: RestParts) => ({ hits: createHitsRoute(parts), live: createLiveRoute(parts) })
