import { setTimeout as sleep } from 'node:timers/promises'
import { workersLoaded } from '@shortlink/adapters/kit'

/** A thread that takes longer hangs, such as on a network drive. */
const LOADING_MS = 10_000

/**
 * Ends the process once no thread is loading any more, which mostly is at once: to exit terminates the threads, and one that loads native code
 * then aborts the process with exit code 134.
 */
export async function endProcess(code: number): Promise<never> {
  await Promise.race([workersLoaded(), sleep(LOADING_MS)])
  process.exit(code)
}
