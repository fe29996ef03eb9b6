import { Worker } from 'node:worker_threads'
import type { Answer, ConnectionOptions } from './connection.ts'
import { overloaded } from './overloaded.ts'
import type { Call, Reply } from './sql-calls.ts'

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './sql-worker.ts' : './sql-worker.js', import.meta.url)
const PENDING_AT_MOST = 5_000

/** An error of SQLite; `code` is its extended result code, such as `SQLITE_BUSY`. */
class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

interface Waiting {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** A connection in a thread of its own. A thread that dies fails what it had; the next call gets a new one. */
export class SqlThread {
  readonly #file: string
  readonly #options: ConnectionOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #calls = 0
  #closed = false

  constructor(file: string, options: ConnectionOptions) {
    this.#file = file
    this.#options = options
  }

  execute(sql: string, parameters: readonly unknown[], within = false): Promise<Answer> {
    if (this.#closed) return Promise.reject(new Error('The database is closed'))
    if (this.#waiting.size >= PENDING_AT_MOST) {
      return Promise.reject(overloaded('too many are waiting'))
    }
    return new Promise((resolve, reject) => {
      const id = this.#calls++
      this.#worker ??= this.#start()
      this.#worker.postMessage({ id, sql, parameters, within } satisfies Call)
      this.#waiting.set(id, { resolve, reject })
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const worker = this.#worker
    if (worker === undefined) return
    // Not `once` of node:events, which rejects when the worker fails meanwhile.
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await exited
  }

  /** Fails what is under way with the error. The next call gets a new thread; resolves when the old one has ended its statement. */
  async abandon(error: Error): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    this.#fail(worker, error)
    await worker.terminate()
  }

  #start(): Worker {
    const worker = new Worker(WORKER, { workerData: { file: this.#file, options: this.#options } })
    worker.on('message', (reply: Reply) => this.#settle(reply))
    worker.on('error', (error) => this.#fail(worker, error as Error))
    worker.on('exit', () => this.#fail(worker, new Error('The database thread ended')))
    return worker
  }

  #settle(reply: Reply) {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('answer' in reply) waiting?.resolve(reply.answer)
    else waiting?.reject(new SqliteError(reply.error.message, reply.error.code))
  }

  #fail(worker: Worker, error: Error) {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
