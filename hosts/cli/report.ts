import { styleText } from 'node:util'
import { toFailure } from './failure.ts'

/** Whether the command line has `--json`, which also applies to messages on standard error. */
const reportsJson = () => process.argv.includes('--json')

/** Prints a line for people on standard error, dim on a terminal; with `--json` an object, `{"note": …}`. */
export function note(line: string): void {
  const text = reportsJson()
    ? JSON.stringify({ note: line })
    : styleText('dim', `shortlink: ${line}`, { stream: process.stderr })
  process.stderr.write(`${text}\n`)
}

/** Prints an error as one line on standard error, with `--json` as `{"error": {code, message}}`, and sets the exit code. */
export function reportFailure(error: unknown): void {
  const { code, message, exitCode } = toFailure(error)
  const line = inOneLine(message)
  process.stderr.write(`${reportsJson() ? JSON.stringify({ error: { code, message: line } }) : `shortlink: ${line}`}\n`)
  process.exitCode = exitCode
}

const inOneLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
