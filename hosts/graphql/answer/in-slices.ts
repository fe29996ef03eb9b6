import { pauseIfDue } from '../../slices.ts'
import type { Context } from '../context.ts'

/** Lists up to this length are completed at once. */
const SHORT_LIST = 50

/** Replaces a long list by one whose items are completed with pauses, until the answer is rejected; returns any other value unchanged. */
export const inSlices = (value: unknown, context: Context): unknown =>
  Array.isArray(value) && value.length > SHORT_LIST ? itemsOf(value, context) : value

/**
 * The items as promises, each of which resolves after the one before. Not an async iterable: graphql-js awaits the items of one only
 * after its end, so that an item which fails earlier would end the process as an unhandled rejection.
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
