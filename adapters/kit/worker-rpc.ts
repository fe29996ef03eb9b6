import type { Worker } from 'node:worker_threads'

/** Message from the caller's side. */
export type CallMessage<Request> = { readonly id: number; readonly request: Request } | 'close'

/** The response to a call. */
export type ReplyMessage<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly error: { readonly name: string; readonly message: string; readonly code: string | undefined } }
)

/** Message from the worker: `ready` once it has loaded everything it needs, then the replies. */
export type WorkerMessage<Answer> = 'ready' | ReplyMessage<Answer>

export interface WorkerRpcOptions {
  /** Names the worker in errors, such as `hit worker`. */
  readonly name: string
  /** Starts a worker that runs `serveCalls`. */
  readonly start: () => Worker
  /** The worker is terminated when a call takes longer. The time starts when the worker is ready; without a timeout a call may take any time. */
  readonly timeoutMs?: number
  /** The worker is terminated when it takes longer to close, once it is ready. */
  readonly closeTimeoutMs?: number
  /** Called when a worker ended that was neither closed nor abandoned. */
  readonly onDeath?: ((error: unknown) => void) | undefined
}

/** Calls reject with it when the worker ends before it responds. The call may have had an effect. */
export class WorkerDied extends Error {}

interface PendingCall<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
  timer: NodeJS.Timeout | undefined
}

interface StartedWorker {
  readonly worker: Worker
  /** Rejects when the worker ends before it is ready. */
  readonly ready: Promise<void>
  isReady: boolean
}

/** Threads that are not ready yet. Terminating a thread while it loads native code aborts the process. */
const loading = new Set<Promise<void>>()

/** Resolves when no thread is loading any more, so that the process may exit, which terminates its threads. */
export async function workersLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.allSettled(loading)
}

/** An error that the work in the worker threw; `code` is the code of the system or library error. */
class WorkerError extends Error {
  override readonly name: string
  readonly code: string | undefined

  constructor(name: string, message: string, code: string | undefined) {
    super(message)
    this.name = name
    this.code = code
  }
}

/**
 * Calls into a worker thread, which starts at the first call. When it dies, its calls reject and the next call starts another. No time limit
 * runs before the thread is ready, and nothing terminates it before that.
 */
export class WorkerRpc<Request, Answer> {
  readonly #options: WorkerRpcOptions
  readonly #pending = new Map<number, PendingCall<Answer>>()
  #started: StartedWorker | undefined
  #lastId = 0
  #isClosed = false

  constructor(options: WorkerRpcOptions) {
    this.#options = options
  }

  /** Number of calls without a response. */
  get pending(): number {
    return this.#pending.size
  }

  /** Starts the worker, so that the first call need not wait for that. */
  warmUp(): void {
    if (!this.#isClosed) this.#start()
  }

  /** Resolves when the worker, started if need be, takes calls; rejects when it ends before. */
  ready(): Promise<void> {
    return this.#isClosed ? Promise.reject(this.#closedError()) : this.#start().ready
  }

  call(request: Request): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(this.#closedError())
    return new Promise((resolve, reject) => {
      const started = this.#start()
      const id = ++this.#lastId
      started.worker.postMessage({ id, request } satisfies CallMessage<Request>)
      const call = { resolve, reject, timer: undefined }
      this.#pending.set(id, call)
      if (started.isReady) this.#limit(call, started.worker)
    })
  }

  /** Lets the worker finish its calls, then ends it. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#started === undefined) return
    const { worker, ready } = this.#started
    const { closeTimeoutMs } = this.#options
    // Not `once` of node:events, which rejects when the worker fails meanwhile.
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close' satisfies CallMessage<Request>)
    await ready.catch(() => {})
    const timer = closeTimeoutMs === undefined ? undefined : setTimeout(() => worker.terminate(), closeTimeoutMs)
    await exited
    clearTimeout(timer)
  }

  /** Rejects all pending calls with the error. The next call starts another worker; resolves when this one has ended. */
  async abandon(error: Error): Promise<void> {
    if (this.#started === undefined) return
    const { worker, ready } = this.#started
    this.#forget(error)
    await ready.catch(() => {})
    await worker.terminate()
  }

  #start(): StartedWorker {
    this.#started ??= this.#begin()
    return this.#started
  }

  #begin(): StartedWorker {
    const worker = this.#options.start()
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    const started = { worker, ready, isReady: false }
    worker.on('message', (message: WorkerMessage<Answer>) => {
      if (message !== 'ready') return this.#settle(message)
      started.isReady = true
      resolve()
      if (this.#started === started) for (const call of this.#pending.values()) this.#limit(call, worker)
    })
    const end = (cause: unknown) => {
      reject(this.#deathBy(cause))
      this.#die(started, cause)
    }
    worker.on('error', end)
    worker.on('exit', () => end(undefined))
    const loaded = ready.catch(() => {}).finally(() => loading.delete(loaded))
    loading.add(loaded)
    return started
  }

  #limit(call: PendingCall<Answer>, worker: Worker) {
    const { timeoutMs } = this.#options
    if (timeoutMs !== undefined) call.timer = setTimeout(() => worker.terminate(), timeoutMs)
  }

  #settle(reply: ReplyMessage<Answer>) {
    const call = this.#pending.get(reply.id)
    if (call === undefined) return
    this.#pending.delete(reply.id)
    clearTimeout(call.timer)
    if ('answer' in reply) call.resolve(reply.answer)
    else call.reject(new WorkerError(reply.error.name, reply.error.message, reply.error.code))
  }

  #die(started: StartedWorker, cause: unknown) {
    if (this.#started !== started) return
    if (!this.#isClosed) this.#options.onDeath?.(cause)
    this.#forget(this.#deathBy(cause))
  }

  #deathBy(cause: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : ''
    return new WorkerDied(`The ${this.#options.name} died${reason}`, { cause })
  }

  #closedError() {
    return new Error(`The ${this.#options.name} is closed`)
  }

  #forget(error: Error) {
    this.#started = undefined
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#pending.clear()
  }
}
