import type { ErrorOf } from './errors.ts'

/**
 * Thrown by a store that aborts work because its queue is full or a statement timed out. The same work may succeed later.
 */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy'
}

/** Thrown when the database works, but a statement read so much that it reached its time limit. Work that reads less may succeed. */
export class StatementTooLong extends StoreBusy {}

/** The caller's error for {@link StoreBusy}, which is neither a bug nor the caller's fault; `undefined` for every other error. */
export const busyFailure = (error: unknown): ErrorOf<'unavailable'> | undefined =>
  error instanceof StoreBusy
    ? { type: 'unavailable', message: 'The database is busy, try again in a moment' }
    : undefined
