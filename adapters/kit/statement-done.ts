/** A statement that a database has run for this thread. */
export interface StatementDone {
  readonly sql: string
  readonly durationMs: number
  /** The error it failed with; undefined if it succeeded. */
  readonly error: unknown
}

/** Called after each statement, in the asynchronous context of its caller. */
export type OnStatement = (statement: StatementDone) => void
