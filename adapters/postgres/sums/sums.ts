import type { Kysely } from 'kysely'
import { type AnswerSums, sumsAnswerer } from '../../sql/analytics/analytics.ts'
import { postgresSums } from '../../sql/analytics/expressions/sums-dialect.ts'
import type { ReadLimits } from '../../sql/kit/read-limits.ts'
import { retrying } from '../../sql/kit/retrying.ts'
import type { Schema } from '../../sql/schema.ts'
import { ConnectionLost } from '../connection/store-error.ts'

/** A call again on another connection, since its statements only read. */
const ATTEMPTS = 2

/** Answers questions about visits by the connections; a call whose connection is lost is asked again. */
export function postgresAnswerer(read: Kysely<Schema>, { callMs }: Pick<ReadLimits, 'callMs'>): AnswerSums {
  const answer = sumsAnswerer({ read }, postgresSums, callMs)
  return (questions) => retrying(() => answer(questions), isLost, ATTEMPTS)
}

const isLost = (error: unknown) => error instanceof ConnectionLost
