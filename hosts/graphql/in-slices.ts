import { pauseIfDue } from '../slices.ts'
import type { Context } from './context.ts'

/** Lists up to this length are completed at once. */
const SHORT_LIST = 50

/** A long list as one whose items are completed with pauses between them, for as long as the answer may go on; any other value itself. */
export const inSlices = (value: unknown, context: Context): unknown =>
  Array.isArray(value) && value.length > SHORT_LIST ? itemsOf(value, context) : value

async function* itemsOf(list: readonly unknown[], { answer }: Context) {
  for (const item of list) {
    answer.check()
    await pauseIfDue()
    yield item
  }
}
