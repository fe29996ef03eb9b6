import { Worker } from 'node:worker_threads'
import { StoreBusy } from '@shortlink/core/adapter'
import type { SumQuestions } from '@shortlink/core/ports'
import { busyWhenDead } from '../../kit/busy-when-dead.ts'
import { storeClosed } from '../../kit/store-closed.ts'
import { WorkerRpc } from '../../kit/worker-rpc.ts'
import type { AnsweredSums, AnswerSums } from '../../sql/analytics/analytics.ts'
import type { ReadLimits } from '../../sql/kit/read-limits.ts'
import { OUT_OF_CONNECTIONS } from '../connection/connect.ts'

/** The number of queries that core admits. Each holds a connection while it runs. */
const QUESTIONS_AT_ONCE = 2
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './sums-worker.ts' : './sums-worker.js', import.meta.url)
/** Added to the time limit of a call's statements, since the thread may wait for a connection. */
const MARGIN_MS = 10_000
/** The time limit for closing the store's own connections. */
const CLOSE_TIMEOUT_MS = 5_000

export interface SumsThread {
  readonly answer: AnswerSums
  /** Starts the thread before the first query. */
  warmUp(): void
  close(): Promise<void>
}

/**
 * Runs analytics queries on a thread with separate connections. A query takes a dozen statements: on the event loop, building each and
 * reading its rows would take time from redirects. The thread starts at the first query.
 * @param answerHere runs the query when the server has no slot for a connection of the thread
 */
export function sumsThread(url: string, limits: ReadLimits, answerHere: AnswerSums): SumsThread {
  const rpc = new WorkerRpc<SumQuestions, AnsweredSums>({
    name: 'thread that answers questions',
    start: () => new Worker(WORKER, { workerData: { url, slots: QUESTIONS_AT_ONCE, limits } }),
    timeoutMs: limits.callMs + limits.statementMs + MARGIN_MS,
    closeTimeoutMs: CLOSE_TIMEOUT_MS,
  })
  let isClosed = false
  return {
    async answer(questions) {
      if (isClosed) throw storeClosed()
      try {
        return await busyWhenDead(rpc.call(questions))
      } catch (error) {
        const { name, message, code } = error as NodeJS.ErrnoException
        if (code === OUT_OF_CONNECTIONS) return answerHere(questions)
        // A class does not cross threads.
        throw name === 'StoreBusy' ? new StoreBusy(message) : error
      }
    },
    warmUp: () => rpc.warmUp(),
    close() {
      isClosed = true
      return rpc.close()
    },
  }
}
