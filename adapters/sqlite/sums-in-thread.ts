import { StatementTooLong } from '@shortlink/core/adapter'
import { Kysely } from 'kysely'
import { type AnsweredSums, type AnswerSums, sumsAnswerer } from '../sql/analytics/analytics.ts'
import { MAX_CALL_MS } from '../sql/analytics/reader.ts'
import { sqliteSums } from '../sql/analytics/sums-dialect.ts'
import type { Schema } from '../sql/schema.ts'
import { type Execute, sqliteDialect } from './dialect.ts'
import { ANSWER_SUMS } from './sql-calls.ts'
import type { SqlReaders } from './sql-readers.ts'

/**
 * Has a reading thread answer questions about visits. They take a dozen statements, each of which depends on the rows of the one before: sent one by
 * one, each would be made on the event loop, and its answer would wake it.
 * @param limitMs questions that take longer are given up, as about too many visits
 */
export const sumsOfReaders =
  (readers: SqlReaders, limitMs = MAX_CALL_MS): AnswerSums =>
  async (questions) => {
    try {
      const { rows } = await readers.execute(ANSWER_SUMS, [questions], limitMs)
      return rows[0] as AnsweredSums
    } catch (error) {
      if (error instanceof StatementTooLong) return { answers: undefined, differing: { links: [], account: [] } }
      throw error
    }
  }

/** The thread's side: answers on the connection of the calling thread. */
export const sumsInThread = (run: Execute): AnswerSums =>
  sumsAnswerer({ read: new Kysely<Schema>({ dialect: sqliteDialect(run) }) }, sqliteSums)
