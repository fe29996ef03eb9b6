import type { Log } from '../../kit/log.ts'

/** Time that a database needs to start, or a busy machine to respond. */
const DATABASE_WAIT_MS = 30_000

/** Waiting time and log messages for opening a store. */
export const loggedOpening = (log: Log) => ({
  waitMs: DATABASE_WAIT_MS,
  onAway: (why: string) =>
    log.warn(`the database does not respond (${why}); retrying for ${DATABASE_WAIT_MS / 1000} s`),
  onNewer: (steps: readonly string[]) =>
    log.warn({ steps }, 'a newer version extended the database schema; this version keeps serving it'),
  onWaiting: () => log.info('waiting for another server that updates the schema or uses a table to change'),
  onReplicaAway: (reason: string) =>
    log.error({ reason }, 'DATABASE_READ_URL cannot be used: until it is back, the primary answers'),
  onReplicaBack: () => log.info('DATABASE_READ_URL is back: it answers lists, analytics and exports'),
  onNotificationsLost: () =>
    log.warn(
      'notifications do not arrive, such as behind a pooler in transaction mode: changes by other replicas take up to a second',
    ),
})
