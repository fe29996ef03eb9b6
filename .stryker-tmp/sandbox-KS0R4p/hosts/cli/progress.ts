import { progress } from '@clack/prompts'

/** Shows how far long work has come. */
export interface Progress {
  advance(by: number): void
  end(message: string): void
}

/** A bar on standard error if that is a terminal, else nothing. */
export function showProgress(what: string, total: number): Progress {
  if (!process.stderr.isTTY) return { advance() {}, end() {} }
  const bar = progress({ max: Math.max(1, total), output: process.stderr })
  bar.start(what)
  return { advance: (by) => bar.advance(by), end: (message) => bar.stop(message) }
}
