import { progress } from '@clack/prompts'

/** Shows how far long work has come. Disposing of it clears what work that failed has left. */
export interface Progress extends Disposable {
  advance(by: number): void
  end(message: string): void
}

/** A bar on standard error if that is a terminal, else nothing. */
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
      // A bar that goes on keeps the process alive.
      if (!ended) bar.clear()
    },
  }
}
