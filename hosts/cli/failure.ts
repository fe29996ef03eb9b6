import { type DomainError, describeError } from '@shortlink/core'
import { exitCodeOf } from '../app/exit-code.ts'
import { DOMAIN_ERROR_CODES, type DomainErrorCode } from '../kit/error-codes.ts'

/** Exit code for an invalid command line (`EX_USAGE` of sysexits.h). */
export const USAGE = 64
/** Exit code for partly invalid input (`EX_DATAERR`). */
export const BAD_DATA = 65
/** Exit code for an unavailable database or server (`EX_UNAVAILABLE`). */
export const UNAVAILABLE = 69

/** Error codes of the API, and additional ones of commands. */
export type FailureCode = DomainErrorCode | 'USAGE' | 'BAD_SETTINGS' | 'BAD_DATA' | 'DATABASE_UNUSABLE' | 'FAILED'

/** Exit codes with their meaning, for the help and the documentation. */
export const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'refused or failed',
  [USAGE]: 'invalid command line',
  [BAD_DATA]: 'an import has invalid rows',
  [UNAVAILABLE]: 'the database or server is unavailable',
  78: 'bad settings',
}

/** An error that ends a command with one line on standard error. */
export class CommandFailed extends Error {
  readonly code: FailureCode
  readonly exitCode: number

  constructor(message: string, { code = 'FAILED', exitCode = 1 }: { code?: FailureCode; exitCode?: number } = {}) {
    super(message)
    this.code = code
    this.exitCode = exitCode
  }
}

/** Creates the error for an invalid command line. */
export const badUsage = (message: string) => new CommandFailed(message, { code: 'USAGE', exitCode: USAGE })

/** Creates the error for an expected error of core; `message` is core's by default. */
export const failureOf = (error: DomainError, message = describeError(error)) =>
  new CommandFailed(message, { code: DOMAIN_ERROR_CODES[error.type] })

/** Returns the report of an error: its code, one line, and the exit code. */
export function toFailure(error: unknown): { code: FailureCode; message: string; exitCode: number } {
  if (error instanceof CommandFailed) return error
  const message = error instanceof Error ? error.message : String(error)
  const exitCode = exitCodeOf(error)
  const code = exitCode === 78 ? 'BAD_SETTINGS' : exitCode === UNAVAILABLE ? 'DATABASE_UNUSABLE' : 'FAILED'
  return { code, message, exitCode }
}
