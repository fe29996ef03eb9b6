import { json } from './exchange.ts'
import type { RouteTable } from './server.ts'

/** Liveness, which asks nothing of anybody, and readiness, which asks the database. */
export const probes = (ping: () => Promise<void>): RouteTable => ({
  '/healthz': { GET: () => json(200, { status: 'ok' }) },
  '/readyz': {
    GET: () =>
      ping().then(
        () => json(200, { status: 'ok' }),
        () => json(503, { status: 'error' }),
      ),
  },
})
