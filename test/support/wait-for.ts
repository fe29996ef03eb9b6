import { vi } from 'vitest'

/** The limit of every wait. It ends a test that would hang, and no test asserts on it: `expect.poll` has the same one. */
const WAIT_MS = 60_000

/** Resolves with the result of `check` once it no longer throws. `interval` is in milliseconds. */
export const waitFor = <T>(check: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> =>
  vi.waitFor(check, { timeout: WAIT_MS, interval })
