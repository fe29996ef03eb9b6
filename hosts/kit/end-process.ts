import { setTimeout as sleep } from 'node:timers/promises'
import { workersLoaded } from '@shortlink/adapters/kit'

/** A thread that takes longer hangs, for example on a network drive. */
const MAX_LOADING_MS = 10_000

/**
 * Exits after all threads have finished loading, usually at once. Exiting terminates threads, and terminating one while it loads native code
 * aborts the process with exit code 134.
 */
export async function endProcess(code: number): Promise<never> {
  await Promise.race([workersLoaded(), sleep(MAX_LOADING_MS)])
  process.exit(code)
}
