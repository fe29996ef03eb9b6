import { getPriority, setPriority } from 'node:os'

/** At 19 the event loop would hardly wait, but other busy programs would leave such a thread next to nothing. */
const NICENESS = 5

/**
 * Puts the calling thread a little behind the event loop, for where they share a core. Only on Linux: elsewhere a priority is the whole
 * process's. The thread is never less nice than the process was started, which takes a privilege.
 */
export function runBehindEventLoop(): void {
  try {
    if (process.platform === 'linux') setPriority(Math.max(getPriority(), NICENESS))
  } catch {
    // A system that refuses any change is no reason to do no work.
  }
}
