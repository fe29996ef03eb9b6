import { z } from 'zod'
import { withDefault } from './input.ts'

/** Part of a list: `skip` rows are skipped, then at most `take` are returned. */
export interface Page {
  readonly skip: number
  readonly take: number
}

/** Pages beyond this offset are long reads, since the database reads the skipped rows. */
const DEEP = 1000

/** Whether the offset of the page is so large that reading it takes long. */
export const isDeep = ({ skip }: Page): boolean => skip > DEEP

/** The number of all records of a list: from its page if that is the last one, otherwise from `count`. */
export async function totalOf(
  items: readonly unknown[],
  { skip, take }: Page,
  count: () => Promise<number>,
): Promise<number> {
  const isLastPage = items.length < take && (items.length > 0 || skip === 0)
  return isLastPage ? skip + items.length : count()
}

/** The paging arguments of a list. A `take` beyond `max` is refused. */
export const pageInput = ({ take, max }: { take: number; max: number }) => ({
  skip: withDefault(
    z
      .int('skip must be a whole number')
      .min(0, 'skip must not be negative')
      .max(2 ** 31 - 1, 'skip is too large'),
    0,
  ).describe('Number of items to skip; 0 if omitted.'),
  take: withDefault(
    z.int('take must be a whole number').min(0, 'take must not be negative').max(max, `take must be at most ${max}`),
    take,
  ).describe(`Number of items to return: ${take} if omitted, at most ${max}.`),
})
