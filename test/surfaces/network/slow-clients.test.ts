import { describe, expect, it } from 'vitest'
import { closed, exchange, rawConnection, statusesOf } from '../../support/raw-http.ts'
import { useTestServer } from '../../support/server.ts'

const LIMITS = {
  headersTimeout: 300,
  requestTimeout: 600,
  socketTimeout: 900,
  connectionsCheckingInterval: 50,
}

describe('clients that take their time', () => {
  const server = useTestServer({ limits: LIMITS })

  it.each([
    ['nothing', ''],
    ['part of a request line', 'GET /heal'],
    ['a head without its end', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: y\r\n'],
  ])('a slow client is cut when it sends %s', async (_how, bytes) => {
    const answer = await exchange(server.url, bytes)
    expect(statusesOf(answer)).toEqual([408])
  })

  it('a client that sends its head byte by byte is cut', async () => {
    const socket = await rawConnection(server.url)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ')
    const drip = setInterval(() => socket.write('y'), 20)
    await closed(socket.resume())
    clearInterval(drip)
  })

  it.each(['/graphql', '/none'])('a client that never finishes a body for %s is cut', async (path) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
    const socket = await rawConnection(server.url)
    socket.write(`${head}{"query":"`)
    const drip = setInterval(() => socket.write(' '), 20)
    await closed(socket.resume())
    clearInterval(drip)
  })

  it('an idle connection is cut', async () => {
    const answer = await exchange(server.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(statusesOf(answer)).toEqual([200])
  })

  it('a client that sends requests and reads no answer is cut, at a bounded cost', async () => {
    const socket = await rawConnection(server.url)
    socket.pause()
    const request = 'GET /llms-full.txt HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const flood = request.repeat(1000)
    let sent = 0
    const send = () => {
      while (sent < 100 && socket.write(flood)) sent += 1
    }
    socket.on('drain', send)
    send()
    await closed(socket)
    // The server stopped reading: what was sent is what fits into buffers on the way, of a hundred floods.
    expect(sent).toBeLessThan(100)
  })

  it('slow clients delay no other client', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, () => rawConnection(server.url)))
    for (const socket of slow) socket.write('GET /healthz HTTP/1.1\r\nHost: loc')
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.url}/healthz`)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await Promise.all(slow.map((socket) => closed(socket.resume())))
  })
})
