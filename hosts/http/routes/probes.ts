import { json } from '../response/responses.ts'
import { byMethod, type RouteTable } from '../route-table.ts'

/** Liveness, which checks no other part. */
export const liveness: RouteTable = { '/healthz': byMethod({ GET: () => json(200, { status: 'ok' }) }) }

/** Readiness, which pings the database, once for all probes that wait at the same time. */
export function readiness(ping: () => Promise<void>): RouteTable {
  let pinging: Promise<boolean> | undefined
  const isReachable = () =>
    ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = undefined
      })
  const handler = async () => {
    pinging ??= isReachable()
    return (await pinging) ? json(200, { status: 'ok' }) : json(503, { status: 'error' })
  }
  return { '/readyz': byMethod({ GET: handler }) }
}
