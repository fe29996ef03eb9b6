import type { MessagePort } from 'node:worker_threads'
import { Limiter } from './limiter.ts'
import type { CallMessage, ReplyMessage, WorkerMessage } from './worker-rpc.ts'

/**
 * The worker's side of `WorkerRpc`. Reports that the worker is ready, so call it after native code is loaded. Then handles the calls that
 * arrive at the port, by default one after the other. Runs `close` after the last one, and ignores its failure since the thread ends
 * anyway.
 * @param slots maximum number of concurrent calls
 */
export function serveCalls<Request, Answer>(
  port: MessagePort,
  answer: (request: Request) => Answer | Promise<Answer>,
  close: () => void | Promise<void>,
  slots = 1,
): void {
  const limiter = new Limiter(slots)

  async function handle(message: CallMessage<Request>) {
    if (message === 'close') await end()
    else await limiter.run(async () => port.postMessage(await replyTo(message.id, message.request)))
  }

  async function end() {
    // Slots are granted in order, so by then all earlier calls have released theirs.
    for (let slot = 0; slot < slots; slot += 1) await limiter.acquire()
    try {
      await close()
    } catch {}
    port.close()
  }

  async function replyTo(id: number, request: Request): Promise<ReplyMessage<Answer>> {
    try {
      return { id, answer: await answer(request) }
    } catch (error) {
      return { id, error: toPlain(error) }
    }
  }

  // A reply that cannot be sent ends the thread, and the caller's side sees that.
  port.on('message', (message: CallMessage<Request>) => void handle(message))
  port.postMessage('ready' satisfies WorkerMessage<Answer>)
}

function toPlain(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: undefined }
  const { name, message, code } = error as NodeJS.ErrnoException
  return { name, message, code: code === undefined ? undefined : String(code) }
}
