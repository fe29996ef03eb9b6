import type { Kysely } from 'kysely'
import type { Database, Schema } from './schema.ts'

/** Everything of `db` inside the one transaction. */
export const within = (transaction: Kysely<Schema>): Database => ({
  point: transaction,
  read: transaction,
  write: transaction,
})

/** Runs several statements as one: in the transaction at hand, or else in one of their own. */
export const inTransaction = <T>({ write }: Database, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> =>
  write.isTransaction ? work(write) : write.transaction().execute(work)
