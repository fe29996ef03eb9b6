import type { RowLocks } from '../row-locks.ts'
import type { Database } from '../schema.ts'

/** What sums are made with. */
export interface RollParts {
  readonly db: Database
  readonly locks: RowLocks
}

/** What makes sums of many days. */
export interface Roller extends RollParts {
  /** Called with what could not be summed, and why; throws to end the work. */
  readonly onFailed: (error: unknown, what: string) => void
}
