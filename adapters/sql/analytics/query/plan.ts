import { type Days, without } from '../expressions/days.ts'
import type { SumsDialect } from '../expressions/sums-dialect.ts'

/** A UTC day of a link, by its number. */
export interface LinkDay {
  readonly no: number
  readonly day: number
}

/** The days with usable rollups over all links of an account. */
export interface AccountDays {
  readonly owner: string
  readonly days: readonly Days[]
  /** Days that visits may be added to: visits with ids above `through` are not in the rollups. */
  readonly open: readonly OpenDay[]
  /** Filter of links for counting sums; undefined for all. */
  readonly links?: readonly number[]
}

export interface OpenDay {
  readonly day: number
  readonly through: bigint
}

/** Ids of visits; `high` is exclusive. */
export interface Ids {
  readonly low: bigint
  readonly high: bigint
}

/** Ranges of ids that are read completely in id order, instead of link by link. */
export interface Scans extends Pick<SumsDialect, 'hitsById'> {
  readonly scanned: readonly Ids[]
}

/** The sources of a call's sums. */
export interface Plan extends Scans {
  /** The first UTC day with all visits retained; 0 when none was purged. */
  readonly keptFrom: number
  /** The days that are read from the rollups of the whole account. */
  readonly account: AccountDays | undefined
  /** Days of links with rollups that differ from the counts, so that their visits are read. */
  readonly broken: readonly LinkDay[]
  /** Links with visit ids that do not follow visit times, so that their visits are searched among all. */
  readonly astray: readonly number[]
}

/** The same plan, but these days of the account are read by link. */
export const withoutAccountDays = (plan: Plan, days: readonly number[]): Plan => ({
  ...plan,
  account: plan.account && {
    ...plan.account,
    days: plan.account.days.flatMap((range) =>
      without(
        range,
        days.map((day) => ({ from: day, to: day + 1 })),
      ),
    ),
    open: plan.account.open.filter(({ day }) => !days.includes(day)),
  },
})
