import { endProcess } from './end-process.ts'

/** A signal that comes so soon after the first is the same one: npm passes on what the terminal has sent to this process, too. */
const SAME_SIGNAL_MS = 100

/** Calls `stop` on the first SIGINT or SIGTERM. A second one, at least 100 ms later, ends the process at once with exit code 1. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let firstAtMs: number | undefined
  const handle = (signal: NodeJS.Signals) => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now()
      stop(signal)
    } else if (performance.now() - firstAtMs > SAME_SIGNAL_MS) void endProcess(1)
  }
  process.on('SIGTERM', handle).on('SIGINT', handle)
}

/** Whether the error says that a signal ended the work, so that nothing has failed. */
export const isInterruption = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
