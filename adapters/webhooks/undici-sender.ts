import type { SendResult, WebhookMessage, WebhookSender } from '@shortlink/core/ports'
import { Agent, type buildConnector, request } from 'undici'

/** Maximum number of bytes to read from a response; the rest is not received. */
const MAX_ANSWER_BYTES = 1024
/** How long a connection stays open for the next message. */
const KEEP_ALIVE_MS = 4000

/**
 * Posts over HTTP/1.1 within `timeoutMs` milliseconds, from the name lookup to the response's last byte. Does not follow redirects or
 * decompress bodies, and drops the connection after a body longer than 1 KiB.
 */
export function undiciSender(
  connect: buildConnector.connector,
  { timeoutMs }: { timeoutMs: number },
): WebhookSender & { close(): Promise<void> } {
  const agent = new Agent({ connect, allowH2: false, pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS })
  return {
    async send(message, signal) {
      const limited = withTimeout(signal, timeoutMs)
      try {
        return await post(agent, message, limited.signal)
      } catch (error) {
        return {
          kind: 'failed',
          reason: limited.isTimedOut() ? `Timed out after ${timeoutMs / 1000} s` : reasonOf(error),
        }
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

/** Leaving the loop early destroys the stream and its connection, so the rest is never received. */
async function readStart(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES)
}

/** Text that every database accepts: broken UTF-8 and NUL become U+FFFD, and a character cut off at the end is dropped. */
const storableText = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')

/** Like `AbortSignal.any` with a timeout, but leaves no listener on a signal that lives as long as the server. */
function withTimeout(signal: AbortSignal, timeoutMs: number) {
  const controller = new AbortController()
  let isTimedOut = false
  const abort = () => controller.abort()
  const timer = setTimeout(() => {
    isTimedOut = true
    abort()
  }, timeoutMs)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    isTimedOut: () => isTimedOut,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ADDRESS_NOT_PUBLIC: 'Refused: the address is not public',
  UND_ERR_SOCKET: 'The connection closed before the response was complete',
  UND_ERR_CONNECT_TIMEOUT: 'Timed out while connecting',
  ENOTFOUND: 'The host name does not exist',
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: 'The host closed the connection',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the host is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the host is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The host does not send the whole chain of its certificate',
}

/** Only the code: a message may contain the IP address of a name inside the network, which owners must not see. */
function reasonOf(error: unknown): string {
  const { code, name } = error as Partial<NodeJS.ErrnoException>
  return REASONS[code ?? ''] ?? `Network error: ${code ?? name}`
}
