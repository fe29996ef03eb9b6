import { setTimeout as sleep } from 'node:timers/promises'
import { StoreBusy } from '@shortlink/core/adapter'
import { StoreUnusable } from '../../sql/kit/store-unusable.ts'

const RETRY_MS = 500

export interface AwaitOptions {
  /** How long a start waits for a server that does not respond because it is starting or overloaded; by default it does not wait. */
  readonly waitMs?: number | undefined
  /** Called once when it waits, with the error of the first attempt. */
  readonly onAway?: ((why: string) => void) | undefined
  /** Ends the wait; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Repeats startup work until the server responds. Throws `StoreUnusable` after `waitMs`. Throws other errors, such as a wrong password, at
 * once, since waiting does not fix them.
 */
export async function awaitServer<T>(
  work: () => Promise<T>,
  { waitMs = 0, onAway, signal }: AwaitOptions = {},
): Promise<T> {
  const deadline = performance.now() + waitMs
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreBusy)) throw error
      if (performance.now() + RETRY_MS > deadline) throw unreachable(error, attempt > 1 ? waitMs : 0)
      if (attempt === 1) onAway?.(error.message)
      await sleep(RETRY_MS, undefined, { signal })
    }
  }
}

/** The startup error for a server that does not respond. */
export function unreachable(cause: unknown, waitedMs = 0): StoreUnusable {
  const waited = waitedMs > 0 ? `, and the start waited ${waitedMs / 1000} s for it` : ''
  const why = cause instanceof Error ? cause.message : String(cause)
  return new StoreUnusable('unreachable', `The Postgres database does not answer${waited}: ${why}`, { cause })
}
