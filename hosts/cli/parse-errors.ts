import { CommanderError } from 'commander'
import { badUsage, USAGE } from './failure.ts'
import { reportFailure } from './report.ts'

/** Reports an error, except those that commander throws after it has printed help or the version. */
export function reportUnlessShown(error: unknown): void {
  if (!(error instanceof CommanderError)) reportFailure(error)
  // A group without a command has already printed its help on standard error.
  else if (error.code === 'commander.help') process.exitCode = USAGE
  else if (error.exitCode !== 0) reportFailure(badUsage(withHint(error.message)))
}

/** Returns commander's message, with a hint if one helps. */
const withHint = (message: string) =>
  /unknown option '--password\b/.test(message)
    ? "unknown option '--password'; use --password-stdin, which keeps the password out of process lists"
    : message.replace(/^error: /, '')
