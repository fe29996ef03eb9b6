import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'

/** Deliveries that an account may have waiting when it asks for something that queues up to thousands more. */
const MAX_WAITING_DELIVERIES = 10_000
/** In this many seconds a receiver that answers takes several hundred deliveries. */
const RETRY_AFTER_SECONDS = 60

/**
 * Refuses a bulk call while the owner's receivers are far behind. Its events would be kept until they are delivered, so an account
 * whose receivers never answer would otherwise fill the disk.
 */
export function requireOutboxRoom(
  { store }: Pick<Ports, 'store'>,
  owner: UserId,
): ResultAsync<void, ErrorOf<'overloaded'>> {
  return ResultAsync.fromSafePromise(store.deliveries.waitingOf(owner, MAX_WAITING_DELIVERIES)).andThen((waiting) =>
    waiting < MAX_WAITING_DELIVERIES
      ? okAsync()
      : errAsync({ type: 'overloaded' as const, retryAfterSeconds: RETRY_AFTER_SECONDS }),
  )
}
