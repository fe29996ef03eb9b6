import { pauseIfDue } from '../../slices.ts'
import type { Context } from '../context.ts'

/** Lists up to this length are completed at once. */
const SHORT_LIST = 50

/** A long list as one whose items are completed with pauses between them, for as long as the answer may go on; any other value itself. */
export const inSlices = (value: unknown, context: Context): unknown =>
  Array.isArray(value) && value.length > SHORT_LIST ? itemsOf(value, context) : value

/**
 * The items as promises, each of which resolves after the one before. Not an async iterable: graphql-js leaves the items of one unhandled
 * until it has ended, so that an item which fails before would end the process.
 */
function itemsOf(list: readonly unknown[], { answer }: Context): Promise<unknown>[] {
  let previous: Promise<unknown> = Promise.resolve()
  return list.map((item) => {
    const next = previous.then(async () => {
      await pauseIfDue()
      answer.check()
      return item
    })
    // The execution may end before it comes to this list.
    next.catch(() => {})
    previous = next
    return next
  })
}
