import { endProcess } from './end-process.ts'

/** A signal this soon after the first is the same one, when a package manager runs the process. */
const SAME_SIGNAL_MS = 100

/**
 * Calls `stop` on the first SIGINT or SIGTERM; a second one ends the process at once with exit code 1. If npm or a similar tool runs the
 * process, one signal within 100 ms after the first is ignored: the terminal sends Ctrl-C to both, and npm forwards it.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let firstAtMs: number | undefined
  // Handlers run late while the event loop is blocked, so their times cannot distinguish a repeated signal from a new one.
  let mayRepeat = process.env.npm_lifecycle_event !== undefined
  const handle = (signal: NodeJS.Signals) => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now()
      stop(signal)
      return
    }
    if (!mayRepeat || performance.now() - firstAtMs > SAME_SIGNAL_MS) {
      console.error(`shortlink: a second signal (${signal}) ended the process`)
      void endProcess(1)
    }
    mayRepeat = false
  }
  process.on('SIGTERM', handle).on('SIGINT', handle)
}

/** Whether a signal ended the work, so that nothing has failed. */
export const isInterruption = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
