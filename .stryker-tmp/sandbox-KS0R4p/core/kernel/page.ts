import { z } from 'zod'

/** Part of a list: `skip` rows are passed over, then at most `take` are returned. */
export interface Page {
  readonly skip: number
  readonly take: number
}

/** The page schema of a list; `take` beyond `max` is refused rather than cut. */
export const pageInput = ({ take, max }: { take: number; max: number }) => ({
  skip: z
    .int('skip must be a whole number')
    .min(0, 'skip must not be negative')
    .max(2 ** 31 - 1, 'skip is too large')
    .nullish()
    .transform((value) => value ?? 0),
  take: z
    .int('take must be a whole number')
    .min(0, 'take must not be negative')
    .max(max, `take must be at most ${max}`)
    .nullish()
    .transform((value) => value ?? take),
})
