import { type Days, without } from './days.ts'
import type { SumsDialect } from './sums-dialect.ts'

/** A UTC day of a link, by its number. */
export interface LinkDay {
  readonly no: number
  readonly day: number
}

/** The days of which sums over all links of an account can be used. */
export interface AccountDays {
  readonly owner: string
  readonly days: readonly Days[]
  /** Days that visits may be added to: those with higher ids than `through` are not in the sums. */
  readonly open: readonly OpenDay[]
  /** The links by which sums are counted; undefined for all. */
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

/** In which ranges of ids all visits are read in the order of their ids, instead of those of each link. */
export interface Scans extends Pick<SumsDialect, 'hitsById'> {
  readonly scanned: readonly Ids[]
}

/** From where a call reads sums. */
export interface Plan extends Scans {
  /** The first UTC day of which all visits are kept; 0 when none was purged. */
  readonly keptFrom: number
  /** The days of which the sums of the whole account are read. */
  readonly account: AccountDays | undefined
  /** Days of links whose sums differ from the counts, so that their visits are read. */
  readonly broken: readonly LinkDay[]
  /** Links whose visits' ids do not follow their times, so that their visits are looked for among all. */
  readonly astray: readonly number[]
}

/** The same, but that these days of the account are read by link. */
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
