import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { SumQuestions } from '@shortlink/core/ports'
import { Kysely } from 'kysely'
import { runBehindEventLoop } from '../../kit/behind-event-loop.ts'
import { serveCalls } from '../../kit/serve-calls.ts'
import type { AnsweredSums } from '../../sql/analytics/analytics.ts'
import type { ReadLimits } from '../../sql/kit/read-limits.ts'
import type { Schema } from '../../sql/schema.ts'
import { LIMITS, openPool } from '../connection/connect.ts'
import { postgresDialect } from '../connection/dialect.ts'
import { endPool } from '../connection/end-pool.ts'
import { postgresAnswerer } from './sums.ts'

const { url, slots, limits } = workerData as { url: string; slots: number; limits: ReadLimits }
runBehindEventLoop()
const pool = openPool(url, slots, { ...LIMITS, statementMs: limits.statementMs, isSerial: true })
// If the server has no slot, the store's own connections run the query.
const read = new Kysely<Schema>({ dialect: postgresDialect(pool, { slotWaitMs: 0 }) })

serveCalls<SumQuestions, AnsweredSums>(
  parentPort as MessagePort,
  postgresAnswerer(read, limits),
  () => endPool(pool),
  slots,
)
