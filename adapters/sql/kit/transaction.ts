import type { Kysely } from 'kysely'
import type { Result } from 'neverthrow'
import type { Database, Offload, Schema } from '../schema.ts'

/** An {@link Offload} without a replica. */
export const offloadTo =
  (read: Kysely<Schema>): Offload =>
  (_owner, work) =>
    work(read)

/** A database that uses the transaction's connection for everything. */
export const within = (transaction: Kysely<Schema>): Database => ({
  lookup: transaction,
  short: transaction,
  read: transaction,
  background: transaction,
  write: transaction,
  offload: offloadTo(transaction),
})

/** The connections of periodic work, which reads in parallel with callers. */
export const forJobs = (db: Database): Database => ({
  ...db,
  read: db.background,
  offload: offloadTo(db.background),
})

/** Runs several statements as one: in the open transaction, or in a new one. */
export const inTransaction = <T>(
  { write }: Pick<Database, 'write'>,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> => (write.isTransaction ? work(write) : write.transaction().execute(work))

/** Runs several reads that see one state of the database. */
export const inOneState = <T>(
  { read }: Pick<Database, 'read'>,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> =>
  read.isTransaction
    ? work(read)
    : read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/**
 * Makes an Err roll a transaction back. Only a throw does that, so `throwErr` throws an Err inside the transaction, which is caught
 * outside of it and returned.
 */
export async function rollingBackErrors<T, E>(
  transaction: (throwErr: (result: Result<T, E>) => Result<T, E>) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let thrown: Result<T, E> | undefined
  const throwErr = (result: Result<T, E>) => {
    if (result.isOk()) return result
    thrown = result
    throw new Rollback()
  }
  try {
    return await transaction(throwErr)
  } catch (error) {
    if (error instanceof Rollback && thrown) return thrown
    throw error
  }
}

class Rollback extends Error {}
