import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Hit } from '@shortlink/core'
import { serveCalls } from '../kit/serve-calls.ts'
import { type Answer, type ConnectionOptions, connect, statementRunner } from './connection.ts'
import { hitRecorder } from './hit-recorder.ts'
import { RECORD_HITS, type SqlCall } from './sql-calls.ts'

const { file, options } = workerData as { file: string; options: ConnectionOptions }
const db = connect(file, options)
const run = statementRunner(db)
const record = hitRecorder(db)

serveCalls<SqlCall, Answer>(parentPort as MessagePort, answer, () => void db.close())

function answer({ sql, parameters, within }: SqlCall): Answer {
  const nothing = { rows: [], changes: 0 }
  // SQLite ends a transaction by itself on some errors, such as a full disk; a statement meant for it must not run outside it.
  if (!db.inTransaction && sql === 'rollback') return nothing
  if (!db.inTransaction && within) throw new Error('The transaction has ended')
  if (sql !== RECORD_HITS) return run(sql, parameters)
  record(parameters[0] as readonly Hit[])
  return nothing
}
