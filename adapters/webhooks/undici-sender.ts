import type { SendResult, WebhookMessage, WebhookSender } from '@shortlink/core'
import { Agent, type buildConnector, request } from 'undici'

/** Bytes of an answer that are read; whatever more there is stays with the receiver. */
const ANSWER_LENGTH = 1024
/** Milliseconds that a connection is kept for the next message. */
const KEEP_ALIVE = 4000

/**
 * Posts over HTTP/1.1, in `timeout` milliseconds from the name to the answer's last byte. Redirects are answers like others, compressed bodies stay compressed, and of a longer one the connection
 * is dropped.
 */
export function undiciSender(
  connect: buildConnector.connector,
  { timeout }: { timeout: number },
): WebhookSender & { close(): Promise<void> } {
  const agent = new Agent({ connect, allowH2: false, pipelining: 1, keepAliveTimeout: KEEP_ALIVE })
  return {
    async send(message, signal) {
      const limited = withTimeout(signal, timeout)
      try {
        return await post(agent, message, limited.signal)
      } catch (error) {
        return { kind: 'failed', reason: limited.timedOut() ? `Timed out after ${timeout / 1000} s` : reasonOf(error) }
      } finally {
        limited.end()
      }
    },
    close: () => agent.destroy(),
  }
}

async function post(agent: Agent, { url, headers, body }: WebhookMessage, signal: AbortSignal): Promise<SendResult> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'user-agent': 'shortlink-webhooks', ...headers },
    body,
    dispatcher: agent,
    signal,
  })
  const start = await readStart(answer.body)
  const retryAfter = answer.headers['retry-after']
  return {
    kind: 'answered',
    status: answer.statusCode,
    body: storableText(start),
    retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null,
  }
}

/** Leaving the loop early destroys the stream and with it the connection, so the rest is never received. */
async function readStart(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > ANSWER_LENGTH) break
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_LENGTH)
}

/** Text that every database takes: broken UTF-8 and NUL become U+FFFD, and a character that was cut at the end goes. */
const storableText = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')

/** Like `AbortSignal.any` with a timeout, which leaves a trace on a signal that lives as long as the server. */
function withTimeout(signal: AbortSignal, timeout: number) {
  const controller = new AbortController()
  let timedOut = false
  const abort = () => controller.abort()
  const timer = setTimeout(() => {
    timedOut = true
    abort()
  }, timeout)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ADDRESS_NOT_PUBLIC: 'Refused: the address is not public',
  UND_ERR_SOCKET: 'The connection was closed before the answer was whole',
  UND_ERR_CONNECT_TIMEOUT: 'Timed out while connecting',
}

/** The code alone: messages hold addresses, which an owner need not know of a name that leads inside. */
function reasonOf(error: unknown): string {
  const { code, name } = error as Partial<NodeJS.ErrnoException>
  return REASONS[code ?? ''] ?? `Network error: ${code ?? name}`
}
