import { StatementTooLong } from '@shortlink/core/adapter'
import type { SumQuestions } from '@shortlink/core/ports'
import { Kysely } from 'kysely'
import { newProgress, type Progress } from '../../kit/watch-progress.ts'
import { type AnsweredSums, type AnswerSums, sumsAnswerer } from '../../sql/analytics/analytics.ts'
import { sqliteSums } from '../../sql/analytics/expressions/sums-dialect.ts'
import type { Schema } from '../../sql/schema.ts'
import { type Execute, sqliteDialect } from '../dialect.ts'
import { ANSWER_SUMS } from './sql-calls.ts'
import type { SqlReaders } from './sql-readers.ts'

/**
 * Runs analytics queries on a reading thread. They take a dozen statements, and each depends on the rows of the one before: sent one by
 * one, each would be built on the event loop, and its result would wake it.
 */
export const sumsOfReaders =
  (readers: SqlReaders): AnswerSums =>
  async (questions) => {
    try {
      const progress = newProgress()
      const { rows } = await readers.execute(ANSWER_SUMS, [questions, progress], progress)
      return rows[0] as AnsweredSums
    } catch (error) {
      if (error instanceof StatementTooLong) return { answers: undefined, differing: { links: [], account: [] } }
      throw error
    }
  }

/** The thread's side: runs the queries on the connection of the calling thread. */
export function sumsInThread(
  run: Execute,
  callMs?: number,
): (questions: SumQuestions, progress: Progress) => Promise<AnsweredSums> {
  let progress = newProgress()
  const counted: Execute = (...statement) => {
    Atomics.add(progress, 0, 1)
    return run(...statement)
  }
  const answer = sumsAnswerer({ read: new Kysely<Schema>({ dialect: sqliteDialect(counted) }) }, sqliteSums, callMs)
  return (questions, ofCall) => {
    progress = ofCall
    return answer(questions)
  }
}
