import { parentPort, workerData } from 'node:worker_threads'
import type { Hit } from '@shortlink/core'
import { type Answer, type ConnectionOptions, connect, statementRunner } from './connection.ts'
import { hitRecorder } from './hit-recorder.ts'
import { type Call, RECORD_HITS, type Reply } from './sql-calls.ts'

const { file, options } = workerData as { file: string; options: ConnectionOptions }
const db = connect(file, options)
const run = statementRunner(db)
const record = hitRecorder(db)

parentPort?.on('message', (call: Call | 'close') => {
  if (call === 'close') {
    db.close()
    parentPort?.close()
  } else parentPort?.postMessage(reply(call))
})

function reply(call: Call): Reply {
  try {
    return { id: call.id, answer: answer(call) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { id: call.id, error: { message, code } }
  }
}

function answer({ sql, parameters, within }: Call): Answer {
  const nothing = { rows: [], changes: 0 }
  // SQLite ends a transaction by itself on some errors, such as a full disk; what was meant for it must not be done without it.
  if (!db.inTransaction && sql === 'rollback') return nothing
  if (!db.inTransaction && within) throw new Error('The transaction has ended')
  if (sql !== RECORD_HITS) return run(sql, parameters)
  record(parameters[0] as readonly Hit[])
  return nothing
}
