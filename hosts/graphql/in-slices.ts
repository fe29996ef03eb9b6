import { pauseIfDue } from '../kit/slices.ts'
import type { Context } from './context.ts'

/** Lists up to this length are completed in one step. */
const SHORT_LIST = 50

/** Replaces a long list by one that completes its items with pauses, until the response is rejected; returns any other value unchanged. */
export const inSlices = (value: unknown, context: Context): unknown =>
  Array.isArray(value) && value.length > SHORT_LIST ? itemsOf(value, context) : value

/**
 * The items as promises; each resolves after the one before. Not an async iterable: graphql-js awaits its items only after its end, so that
 * an item that fails earlier would end the process as an unhandled rejection.
 */
function itemsOf(list: readonly unknown[], { answer }: Context): Promise<unknown>[] {
  let previous: Promise<unknown> = Promise.resolve()
  return list.map((item) => {
    const next = previous.then(async () => {
      await pauseIfDue()
      answer.check()
      return item
    })
    // The execution may end before it reaches this item.
    next.catch(() => {})
    previous = next
    return next
  })
}
