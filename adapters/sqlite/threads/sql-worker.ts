import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Hit } from '@shortlink/core'
import type { SumQuestions } from '@shortlink/core/ports'
import { runBehindEventLoop } from '../../kit/behind-event-loop.ts'
import { serveCalls } from '../../kit/serve-calls.ts'
import type { Progress } from '../../kit/watch-progress.ts'
import { type Answer, type ConnectionOptions, connect, statementRunner } from '../connection.ts'
import { ANSWER_SUMS, RECORD_HITS, RUN_TOGETHER, type SqlCall, type Statement } from './sql-calls.ts'
import type { sumsInThread } from './sums-in-thread.ts'

const { file, options } = workerData as { file: string; options: ConnectionOptions }
// Reads may take long, and redirects go first: during analytics queries the event loop waits 22 ms per second for this thread instead of 45
// (sched_switch on a shared core, alternating). Writers keep their priority, since others wait for their locks.
if (options.readonly) runBehindEventLoop()
const db = connect(file, options)
const run = statementRunner(db)

serveCalls<SqlCall, Answer>(parentPort as MessagePort, answer, () => void db.close())

let answering: Promise<ReturnType<typeof sumsInThread>> | undefined
let recording: Promise<(hits: Iterable<Hit>) => void> | undefined
const NOTHING: Answer = { rows: [], changes: 0 }

function answer({ sql, parameters, within }: SqlCall): Answer | Promise<Answer> {
  // SQLite ends a transaction by itself on some errors, such as a full disk; a statement meant for it must not run outside it.
  if (!db.inTransaction && sql === 'rollback') return NOTHING
  if (!db.inTransaction && within) throw new Error('The transaction has ended')
  if (sql === ANSWER_SUMS) return answerSums(...(parameters as [SumQuestions, Progress]))
  if (sql === RUN_TOGETHER) return runTogether(parameters[0] as readonly Statement[])
  if (sql !== RECORD_HITS) return run(sql, parameters)
  // Loaded for the first hits: few threads store any, and loading takes most of a thread's startup time.
  recording ??= import('../hits/hit-recorder.ts').then(({ hitRecorder }) => hitRecorder(db))
  return recording.then((record) => {
    record(parameters[0] as readonly Hit[])
    return NOTHING
  })
}

/** Starts the transaction as a writer: one that reads first is refused its first write when another connection has written meanwhile. */
const runTogether = db.transaction((statements: readonly Statement[]): Answer => {
  const [first = NOTHING] = statements.map(({ sql, parameters }) => run(sql, parameters))
  return first
}).immediate

/** The thread runs calls one after the other, so no other call comes between the statements of the queries. */
async function answerSums(...call: [SumQuestions, Progress]): Promise<Answer> {
  answering ??= import('./sums-in-thread.ts').then(({ sumsInThread }) => sumsInThread(run, options.callMs))
  const answer = await answering
  return { rows: [await answer(...call)], changes: 0 }
}
