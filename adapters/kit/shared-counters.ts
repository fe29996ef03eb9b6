/** Calls to count by a key. */
export interface Count {
  /** The name of the limit. */
  readonly name: string
  readonly key: string
  /** The number of calls, 0 to read the state. */
  readonly n: number
  /** Calls in a window. */
  readonly limit: number
  readonly windowMs: number
}

/** A counter after the calls were counted, or refused. */
export interface CountState {
  /** Whether the calls fit the limit of this counter. */
  readonly fits: boolean
  readonly used: number
  /** Milliseconds until the window ends. */
  readonly endsInMs: number
}

/** Counters in a store that replicas share. */
export interface SharedCounters {
  /**
   * Counts all calls if each of them fits its limit, and otherwise none, in one step. A window starts with the first call that counts.
   * Undefined while the store is away; never rejects.
   */
  take(counts: readonly Count[]): Promise<readonly CountState[] | undefined>
  /** Whether the store can be used. */
  readonly isUp: boolean
  close(): void
}
