import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection for consecutive requests, which reconnects after the server closed it. */
interface KeptAlive {
  /** Sends bytes, one per character, and returns the whole response with joined chunks. */
  send(bytes: string): Promise<string>
  close(): void
}

function keptAlive(url: string): KeptAlive {
  const { hostname, port } = new URL(url)
  let open: Socket | undefined

  async function connected() {
    if (open && !open.destroyed && !open.readableEnded) return open
    const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay()
    // The server may disconnect at any moment; the data until then is the response.
    socket.on('error', () => {})
    await once(socket, 'connect')
    open = socket
    return socket
  }

  return {
    async send(bytes) {
      const socket = await connected()
      const answered = wholeAnswer(socket)
      socket.write(bytes, 'latin1')
      const answer = await answered
      if (/^connection: close/im.test(answer)) socket.destroy()
      return answer
    },
    close: () => void open?.destroy(),
  }
}

/** Returns all data until the response is complete or the connection ends. */
function wholeAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const take = (more: string) => {
      text += more
      if (isWhole(text)) end()
    }
    const end = () => {
      socket.off('data', take).off('close', end)
      resolve(joined(text))
    }
    socket.on('data', take).once('close', end)
  })
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = text.slice(0, end)
  if (/^HTTP\/1\.1 (204|304) /.test(head)) return true
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length)
}

/** Returns the response without the framing of its chunks. */
function joined(answer: string): string {
  if (!/^transfer-encoding: chunked/im.test(answer)) return answer
  let at = answer.indexOf('\r\n\r\n') + 4
  let text = answer.slice(0, at)
  for (;;) {
    const line = answer.indexOf('\r\n', at)
    const length = Number.parseInt(answer.slice(at, line), 16)
    if (line < 0 || !(length > 0)) return text
    text += answer.slice(line + 2, line + 2 + length)
    at = line + 2 + length + 2
  }
}

/** Sends all requests over the given number of connections; calls `see` with each response. */
export async function sendAll<R extends { readonly bytes: string }>(
  url: string,
  requests: Iterable<R>,
  see: (request: R, answer: string) => void,
  connections = 24,
): Promise<void> {
  const waiting = requests[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = keptAlive(url)
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
        see(next.value, await connection.send(next.value.bytes))
      }
      connection.close()
    }),
  )
}
