import type { Answer } from './connection.ts'

/** The one thing that the thread knows to do beside SQL: `call` is no SQLite statement. */
export const RECORD_HITS = 'call record_hits(?)'

export interface Call {
  readonly id: number
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Sent from inside a transaction, so it must not run outside one. */
  readonly within: boolean
}

export type Reply = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly error: { readonly message: string; readonly code: string | undefined } }
)
