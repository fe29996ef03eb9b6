import { endProcess } from './end-process.ts'

/** A signal that comes so soon after the first is the same one, when a package manager runs the process. */
const SAME_SIGNAL_MS = 100

/**
 * Calls `stop` on the first SIGINT or SIGTERM; a second one ends the process at once with exit code 1. Only when npm or the like runs the
 * process, one signal is ignored that follows the first within 100 ms: the terminal sends Ctrl-C to both, and npm passes it on.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let firstAtMs: number | undefined
  // Handlers run late while the event loop is blocked, so their times cannot tell a repeated signal from a new one.
  let mayRepeat = process.env.npm_lifecycle_event !== undefined
  const handle = (signal: NodeJS.Signals) => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now()
      stop(signal)
      return
    }
    if (!mayRepeat || performance.now() - firstAtMs > SAME_SIGNAL_MS) void endProcess(1)
    mayRepeat = false
  }
  process.on('SIGTERM', handle).on('SIGINT', handle)
}

/** Whether the error says that a signal ended the work, so that nothing has failed. */
export const isInterruption = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
