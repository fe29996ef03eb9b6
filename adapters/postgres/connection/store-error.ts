import { StatementTooLong, StoreBusy } from '@shortlink/core/adapter'
import pg from 'pg'
import { isLockTimeout, isTooLong, isUnanswered } from './connect.ts'

/**
 * SQLSTATEs of a server that shuts down, is starting or has no free slot, and of a connection it closed: the statement may succeed on another
 * connection. A wrong password or a missing database is not among them, since an operator has to act.
 */
const PASSING = /^(08...|53300|57P0[1235]|25P0[34])$/

/** Messages of the driver's errors for closed connections, which have no code. */
const ENDED = /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout expired)/

/** The connection ended before a statement was answered, which may have had an effect. */
export class ConnectionLost extends StoreBusy {}

/**
 * Converts an error of the driver. Temporary errors become `StoreBusy`, which keeps the code, so that callers try again; other errors stay
 * as they are.
 * @param isLost whether the connection ended on which a statement was sent
 */
export function storeError(error: unknown, isLost = false): unknown {
  if (!(error instanceof Error)) return error
  const tooLong = `The database took too long: ${error.message}`
  if (isTooLong(error)) return new StatementTooLong(tooLong, { cause: error })
  if (isUnanswered(error)) return new StoreBusy(tooLong, { cause: error })
  if (!isPassing(error)) return error
  const Busy = isLost ? ConnectionLost : StoreBusy
  return withCode(new Busy(messageOf(error), { cause: error }), error)
}

/** The error of a statement on a connection that ended before. */
export const connectionLost = (): StoreBusy => new ConnectionLost('The connection to the database is lost')

function isPassing(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.test(error.code ?? '') || isLockTimeout(error)
  // The system's own errors name the call that failed; with several addresses there is one for each.
  return error instanceof AggregateError || 'syscall' in error || ENDED.test(error.message)
}

/** An `AggregateError`, which has one error per address, comes with an empty message. */
const messageOf = (error: Error) =>
  error.message ||
  (error instanceof AggregateError ? error.errors.map(({ message }) => message).join(', ') : error.name)

const withCode = (busy: StoreBusy, { code }: NodeJS.ErrnoException) =>
  Object.assign(busy, code !== undefined && { code })
