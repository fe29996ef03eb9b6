import { createServer, type Socket, connect as tcpConnect } from 'node:net'
import { onTestFinished } from 'vitest'

const NOTIFICATION = 'A'.charCodeAt(0)

/** A way to a Postgres server that passes everything on but, once `dropNotifications` was called, notifications: as a pooler in transaction mode. */
export async function notificationProxy(url: string, { dropping = false } = {}) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isDropping = dropping
  const server = createServer((client) => {
    const upstream = tcpConnect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket.setNoDelay())
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
    client.pipe(upstream)
    let rest = Buffer.alloc(0)
    upstream.on('data', (bytes) => {
      const { messages, rest: incomplete } = messagesIn(Buffer.concat([rest, bytes]))
      rest = incomplete
      client.write(Buffer.concat(messages.filter(([type]) => !isDropping || type !== NOTIFICATION)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const proxied = new URL(url)
  proxied.port = String((server.address() as { port: number }).port)
  return {
    url: proxied.href,
    dropNotifications() {
      isDropping = true
    },
  }
}

/** Each message is a type, a length that counts itself, and a body. */
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
