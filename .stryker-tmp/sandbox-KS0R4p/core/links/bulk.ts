import { okAsync, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { requireIncluded } from '../billing/standing.ts'
import type { User } from '../kernel/caller.ts'
import { type DomainError, describeError, type ErrorOf } from '../kernel/errors.ts'
import type { Ports } from '../ports.ts'

const BULK_ITEMS = 1000

/** The outcome of one item of a bulk call: `value` or the public words of what went wrong. */
export interface BulkItem<T> {
  readonly index: number
  readonly ok: boolean
  readonly value: T | null
  readonly error: string | null
}

/** Items are parsed one by one, so that a bad one fails alone. */
export const bulkItems = (name: string) =>
  z.array(z.unknown(), `${name} must be a list`).max(BULK_ITEMS, `${name} takes at most ${BULK_ITEMS} items`)

/**
 * Works through the items in order, in one transaction, each undone by itself if it fails. One result an item, in input order.
 * For callers whose plan includes it.
 */
export function eachItem<Item, T>(
  ports: Ports,
  caller: User,
  items: readonly Item[],
  work: (ports: Ports, item: Item) => ResultAsync<T, DomainError>,
): ResultAsync<BulkItem<T>[], ErrorOf<'plan-limit'>> {
  return requireIncluded(ports, caller.userId, 'canBulk').andThen(() => workThrough(ports, items, work))
}

/** The same for whoever runs the service, whatever the plan. */
export function workThrough<Item, T>(
  ports: Ports,
  items: readonly Item[],
  work: (ports: Ports, item: Item) => ResultAsync<T, DomainError>,
): ResultAsync<BulkItem<T>[], never> {
  return ports.store.atomic<BulkItem<T>[], never>((store) => {
    const inside = { ...ports, store }
    return new ResultAsync(
      (async () => {
        const results: BulkItem<T>[] = []
        for (const [index, item] of items.entries()) {
          results.push(toItem(index, await store.atomic((store) => work({ ...inside, store }, item))))
        }
        return okAsync<BulkItem<T>[], never>(results)
      })(),
    )
  })
}

function toItem<T>(index: number, result: Result<T, DomainError>): BulkItem<T> {
  return result.isOk()
    ? { index, ok: true, value: result.value, error: null }
    : { index, ok: false, value: null, error: describeError(result.error) }
}
