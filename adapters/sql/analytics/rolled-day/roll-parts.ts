import type { RowLocks } from '../../kit/row-locks.ts'
import type { Database } from '../../schema.ts'

/** The dependencies for computing rollups. */
export interface RollParts {
  readonly db: Database
  readonly locks: RowLocks
}

/** The dependencies for computing rollups of many days. */
export interface Roller extends RollParts {
  /** Called with the item that could not be summed, and the reason; throws to end the work. */
  readonly onFailed: (error: unknown, what: string) => void
}
