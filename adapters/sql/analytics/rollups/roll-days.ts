import type { Instant } from '@shortlink/core'
import { DAY_MS, firstHitIdAt } from '@shortlink/core/adapter'
import { rollDay } from '../rolled-day/roll-day.ts'
import type { Roller } from '../rolled-day/roll-parts.ts'
import type { DayKey } from '../rolled-day/rolled-day.ts'

/** Visits are stored within this time, or else mark their day as late. */
const SETTLED_MS = 5 * 60_000
/** Recompute a day this long after its end. */
const OVER_MS = 60 * 60_000

/** Limits up to which rollups are computed. */
export interface RollClock {
  /** The highest id of visits to sum. */
  readonly through: bigint
  /** Days before this one are over. */
  readonly today: number
}

export const rollClock = (at: Instant): RollClock => ({
  through: firstHitIdAt(at - SETTLED_MS) - 1n,
  today: Math.floor((at - OVER_MS) / DAY_MS),
})

/** Rolls up the days, and continues after a day that fails. Returns whether no day failed or was changed by another process meanwhile. */
export async function* rollDays(
  parts: Roller,
  { through, today }: RollClock,
  days: readonly DayKey[],
  { anew = false } = {},
): AsyncGenerator<void, boolean> {
  let isDone = true
  for (const key of days) {
    const what = `${nameOf(key)} on ${new Date(key.day * DAY_MS).toISOString().slice(0, 10)}`
    const made = yield* unlessFailed(parts, what, rollDay(parts, key, { through, isOver: key.day < today, anew }))
    isDone = made === true && isDone
  }
  return isDone
}

const nameOf = ({ of }: DayKey) => (typeof of === 'number' ? `the link with number ${of}` : `account ${of}`)

/** The result of the steps; undefined when they fail, so that other work continues. */
export async function* unlessFailed<T>(
  { onFailed }: Roller,
  what: string,
  steps: AsyncGenerator<void, T>,
): AsyncGenerator<void, T | undefined> {
  try {
    return yield* steps
  } catch (error) {
    onFailed(error, what)
    return undefined
  }
}
