import type { Worker } from 'node:worker_threads'

/** What the caller's side sends. */
export type CallMessage<Request> = { readonly id: number; readonly request: Request } | 'close'

/** What the worker's side sends back. */
export type ReplyMessage<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly error: { readonly name: string; readonly message: string; readonly code: string | undefined } }
)

export interface WorkerRpcOptions {
  /** Names the worker in errors, such as `hit worker`. */
  readonly name: string
  /** Starts a worker that runs `serveCalls`. */
  readonly start: () => Worker
  /** The worker is terminated when a call takes longer; without it a call may take any time. */
  readonly timeoutMs?: number
  /** The worker is terminated when it takes longer to close. */
  readonly closeTimeoutMs?: number
  /** Called when a worker ended that was neither closed nor abandoned. */
  readonly onDeath?: ((error: unknown) => void) | undefined
}

interface PendingCall<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout | undefined
}

/** An error that the work in the worker threw: `code` is that of the system or the library. */
class WorkerError extends Error {
  override readonly name: string
  readonly code: string | undefined

  constructor(name: string, message: string, code: string | undefined) {
    super(message)
    this.name = name
    this.code = code
  }
}

/** Calls into a worker thread, which starts at the first call. When it dies, its calls reject and the next call starts another. */
export class WorkerRpc<Request, Answer> {
  readonly #options: WorkerRpcOptions
  readonly #pending = new Map<number, PendingCall<Answer>>()
  #worker: Worker | undefined
  #lastId = 0
  #isClosed = false

  constructor(options: WorkerRpcOptions) {
    this.#options = options
  }

  /** How many calls have no answer yet. */
  get pending(): number {
    return this.#pending.size
  }

  /** Starts the worker, so that the first call need not wait for that. */
  warmUp(): void {
    this.#worker ??= this.#begin()
  }

  call(request: Request): Promise<Answer> {
    const { name, timeoutMs } = this.#options
    if (this.#isClosed) return Promise.reject(new Error(`The ${name} is closed`))
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#begin()
      const worker = this.#worker
      const id = ++this.#lastId
      worker.postMessage({ id, request } satisfies CallMessage<Request>)
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => worker.terminate(), timeoutMs)
      this.#pending.set(id, { resolve, reject, timer })
    })
  }

  /** Lets the worker finish its calls, then ends it. */
  async close(): Promise<void> {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return
    const { closeTimeoutMs } = this.#options
    // Not `once` of node:events, which rejects when the worker fails meanwhile.
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close' satisfies CallMessage<Request>)
    const timer = closeTimeoutMs === undefined ? undefined : setTimeout(() => worker.terminate(), closeTimeoutMs)
    await exited
    clearTimeout(timer)
  }

  /** Rejects all pending calls with the error. The next call starts another worker; resolves when this one has ended. */
  async abandon(error: Error): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    this.#forget(error)
    await worker.terminate()
  }

  #begin(): Worker {
    const worker = this.#options.start()
    worker.on('message', (reply: ReplyMessage<Answer>) => this.#settle(reply))
    worker.on('error', (error) => this.#die(worker, error))
    worker.on('exit', () => this.#die(worker, undefined))
    return worker
  }

  #settle(reply: ReplyMessage<Answer>) {
    const call = this.#pending.get(reply.id)
    if (call === undefined) return
    this.#pending.delete(reply.id)
    clearTimeout(call.timer)
    if ('answer' in reply) call.resolve(reply.answer)
    else call.reject(new WorkerError(reply.error.name, reply.error.message, reply.error.code))
  }

  #die(worker: Worker, cause: unknown) {
    if (this.#worker !== worker) return
    if (!this.#isClosed) this.#options.onDeath?.(cause)
    const reason = cause instanceof Error ? `: ${cause.message}` : ''
    this.#forget(new Error(`The ${this.#options.name} died${reason}`, { cause }))
  }

  #forget(error: Error) {
    this.#worker = undefined
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#pending.clear()
  }
}
