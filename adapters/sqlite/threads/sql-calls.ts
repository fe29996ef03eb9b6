/** The thread's calls other than SQL: `call` is no SQLite statement. */
export const RECORD_HITS = 'call record_hits(?)'
/** Runs analytics queries, `SumQuestions` of core, and adds to a `Progress`; the single row is `AnsweredSums`. */
export const ANSWER_SUMS = 'call answer_sums(?, ?)'

/** Runs a list of {@link Statement}s in one transaction; the rows are the first one's. */
export const RUN_TOGETHER = 'call run_together(?)'

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface SqlCall extends Statement {
  /** Sent from inside a transaction, so it must not run outside one. */
  readonly within: boolean
}
