/** How long a read may take, given to a store that runs on a slow machine. */
export interface ReadLimits {
  /** A statement of an analytics call. On SQLite, also a statement of any other read in a thread. */
  readonly statementMs: number
  /** How long the statements of an analytics call may begin: a call holds one of few connections, and a state that the database has to keep. */
  readonly callMs: number
}

export const MAX_CALL_MS = 30_000
