import { json } from './http-message.ts'
import type { RouteTable } from './route-table.ts'

/** Liveness, which asks nothing of any other part. */
export const liveness: RouteTable = { '/healthz': { GET: () => json(200, { status: 'ok' }) } }

/** Readiness, which asks the database, once for all probes that wait at the same time. */
export function readiness(ping: () => Promise<void>): RouteTable {
  let asking: Promise<boolean> | undefined
  const ask = () =>
    ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
  return {
    '/readyz': {
      async GET() {
        asking ??= ask()
        return (await asking) ? json(200, { status: 'ok' }) : json(503, { status: 'error' })
      },
    },
  }
}
