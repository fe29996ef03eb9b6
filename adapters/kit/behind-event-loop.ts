import { getPriority, setPriority } from 'node:os'

/** At 19 the event loop would hardly wait, but other busy programs would leave such a thread next to nothing. */
const NICENESS = 5

/**
 * Lowers the priority of the calling thread a little below the event loop, in case they share a core. Only on Linux: elsewhere a priority
 * belongs to the whole process. Never raises the priority that the process was started with, which requires a privilege.
 */
export function runBehindEventLoop(): void {
  try {
    if (process.platform === 'linux') setPriority(Math.max(getPriority(), NICENESS))
  } catch {
    // Work continues on a system that refuses any change.
  }
}
