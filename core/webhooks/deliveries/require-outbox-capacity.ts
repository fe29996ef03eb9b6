import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type { EventType } from '../../events.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Webhooks } from '../webhooks.port.ts'
import type { Deliveries } from './deliveries.port.ts'

/** Maximum number of waiting deliveries for an account's bulk calls, which queue up to thousands more. */
const MAX_WAITING_DELIVERIES = 10_000
/** A responsive endpoint takes several hundred deliveries in this time. */
const RETRY_AFTER_SECONDS = 60

/**
 * `overloaded` while too many of the owner's deliveries wait. Events are stored until they are delivered, so without this limit an account
 * with endpoints that never respond could fill the disk.
 */
export function requireOutboxCapacity(
  { store }: { readonly store: { readonly deliveries: Deliveries } },
  owner: UserId,
): ResultAsync<void, ErrorOf<'overloaded'>> {
  return ResultAsync.fromSafePromise(store.deliveries.countWaiting(owner, MAX_WAITING_DELIVERIES)).andThen((waiting) =>
    waiting < MAX_WAITING_DELIVERIES
      ? okAsync()
      : errAsync({ type: 'overloaded' as const, retryAfterSeconds: RETRY_AFTER_SECONDS }),
  )
}

/** {@link requireOutboxCapacity} for a call with events of a single type: only if a webhook of the owner subscribes to it. */
export const requireCapacityFor = (
  ports: { readonly store: { readonly deliveries: Deliveries; readonly webhooks: Webhooks } },
  owner: UserId,
  type: EventType,
): ResultAsync<void, ErrorOf<'overloaded'>> =>
  ResultAsync.fromSafePromise(ports.store.webhooks.list(owner)).andThen((webhooks) =>
    webhooks.some(({ enabled, events }) => enabled && events.includes(type))
      ? requireOutboxCapacity(ports, owner)
      : okAsync(),
  )
