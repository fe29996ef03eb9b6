import { progress } from '@clack/prompts'

/** The progress of long work. Disposing of it clears the bar after failed work. */
export interface Progress extends Disposable {
  advance(by: number): void
  end(message: string): void
}

/** Shows a bar on standard error if that is a terminal, otherwise nothing. */
export function showProgress(what: string, total: number): Progress {
  if (!process.stderr.isTTY) return { advance() {}, end() {}, [Symbol.dispose]() {} }
  const bar = progress({ max: Math.max(1, total), output: process.stderr })
  bar.start(what)
  let ended = false
  return {
    advance: (by) => bar.advance(by),
    end(message) {
      ended = true
      bar.stop(message)
    },
    [Symbol.dispose]() {
      // A running bar keeps the process alive.
      if (!ended) bar.clear()
    },
  }
}
