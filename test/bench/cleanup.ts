/** What a run has opened, closed in reverse order when a part ends, when it fails, and when the run is interrupted. */
const opened: (() => unknown)[] = []
let closing: Promise<void> = Promise.resolve()

/** Registers what closes a thing that was opened just now. Closing it twice must do no harm. */
export function onCleanup(close: () => unknown) {
  opened.push(close)
}

/** Closes all that is open. A failure to close one thing does not keep the others open. */
export function cleanUp(): Promise<void> {
  closing = closing.then(async () => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
      try {
        await close()
      } catch (error) {
        process.stderr.write(`Not closed: ${error}\n`)
      }
    }
  })
  return closing
}

/**
 * Runs a program to its end, which is always an orderly one: nothing it has opened stays behind after an error or a signal.
 * @param work resolves to the status that the process ends with
 */
export function runProgram(work: () => Promise<number>) {
  keepSignals()
  work().then(end, (error) => {
    // What fails after a signal fails because its servers are gone.
    if (interrupted) return
    console.error(error)
    end(1)
  })
}

const end = (status: number) => cleanUp().then(() => process.exit(status))

let interrupted = false
function onSignal() {
  interrupted = true
  end(130)
}

/** Keeps libraries from ending the process on a signal, which they would do before all is closed. */
export function keepSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, onSignal)
}
