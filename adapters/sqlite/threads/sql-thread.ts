import { Worker } from 'node:worker_threads'
import { busyWhenDead } from '../../kit/busy-when-dead.ts'
import { WorkerRpc } from '../../kit/worker-rpc.ts'
import type { Answer, ConnectionOptions } from '../connection.ts'
import { overloaded } from './overloaded.ts'
import type { SqlCall } from './sql-calls.ts'

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './sql-worker.ts' : './sql-worker.js', import.meta.url)
const MAX_PENDING = 5_000

/** A connection in a separate thread, which starts at the first call. When it dies, its calls reject and the next call starts another. */
export class SqlThread {
  readonly #rpc: WorkerRpc<SqlCall, Answer>

  constructor(file: string, options: ConnectionOptions) {
    this.#rpc = new WorkerRpc({
      name: 'database thread',
      start: () => new Worker(WORKER, { workerData: { file, options } }),
    })
  }

  /** Starts the thread before its first call. */
  warmUp(): void {
    this.#rpc.warmUp()
  }

  /** Resolves when the thread has opened the file; rejects when it could not. */
  ready(): Promise<void> {
    return busyWhenDead(this.#rpc.ready())
  }

  /** Rejects with SQLite's error, or `StoreBusy` when the thread dies; its `code` is the extended result code, such as `SQLITE_BUSY`. */
  execute(sql: string, parameters: readonly unknown[], within = false): Promise<Answer> {
    if (this.#rpc.pending >= MAX_PENDING) return Promise.reject(overloaded('too many are waiting'))
    return busyWhenDead(this.#rpc.call({ sql, parameters, within }))
  }

  close(): Promise<void> {
    return this.#rpc.close()
  }

  /** Rejects the current calls with the error. The next call gets another thread; resolves when this one has ended its statement. */
  abandon(error: Error): Promise<void> {
    return this.#rpc.abandon(error)
  }
}
