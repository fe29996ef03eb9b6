import type { MessagePort } from 'node:worker_threads'
import { Mutex } from './mutex.ts'
import type { CallMessage, ReplyMessage } from './worker-rpc.ts'

/**
 * The worker's side of `WorkerRpc`: answers the calls that come through the port, one after the other. Runs `close` after the last one,
 * whose failure is ignored since the thread ends anyway.
 */
export function serveCalls<Request, Answer>(
  port: MessagePort,
  answer: (request: Request) => Answer | Promise<Answer>,
  close: () => void | Promise<void>,
): void {
  const mutex = new Mutex()

  async function handle(message: CallMessage<Request>) {
    if (message === 'close') await end()
    else port.postMessage(await replyTo(message.id, message.request))
  }

  async function end() {
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
  port.on('message', (message: CallMessage<Request>) => void mutex.run(() => handle(message)))
}

function toPlain(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: undefined }
  const { name, message, code } = error as NodeJS.ErrnoException
  return { name, message, code: code === undefined ? undefined : String(code) }
}
