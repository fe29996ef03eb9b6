import { tcpProxy } from './tcp-proxy.ts'

const NOTIFICATION = 'A'.charCodeAt(0)

/**
 * Starts a proxy of a Postgres server that forwards everything, but no notifications after a call of `dropNotifications`, like a pooler in
 * transaction mode.
 */
export async function notificationProxy(url: string, { dropping = false } = {}) {
  let isDropping = dropping
  const proxy = await tcpProxy(url, ([client, upstream]) => {
    client.pipe(upstream)
    let rest = Buffer.alloc(0)
    upstream.on('data', (bytes) => {
      const { messages, rest: incomplete } = messagesIn(Buffer.concat([rest, bytes]))
      rest = incomplete
      client.write(Buffer.concat(messages.filter(([type]) => !isDropping || type !== NOTIFICATION)))
    })
  })
  return {
    url: proxy.url,
    dropNotifications() {
      isDropping = true
    },
  }
}

/** Splits bytes into messages: each is a type, a length that includes itself, and a body. */
function messagesIn(bytes: Buffer<ArrayBuffer>) {
  const messages: Buffer[] = []
  let start = 0
  while (bytes.length >= start + 5) {
    const end = start + 1 + bytes.readInt32BE(start + 1)
    if (end > bytes.length) break
    messages.push(bytes.subarray(start, end))
    start = end
  }
  return { messages, rest: bytes.subarray(start) }
}
