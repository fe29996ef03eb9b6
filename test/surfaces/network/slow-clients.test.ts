import { describe, expect, it } from 'vitest'
import { closed, exchange, rawConnection, statusesOf } from '../../support/raw-http.ts'
import { useTestServer } from '../../support/server.ts'

const LIMITS = {
  headersTimeout: 300,
  requestTimeout: 600,
  silence: 900,
  connectionsCheckingInterval: 50,
}

describe('clients that take their time', () => {
  const server = useTestServer({ limits: LIMITS })

  it.each([
    ['say nothing', ''],
    ['never finish a line', 'GET /heal'],
    ['never finish a head', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: y\r\n'],
  ])('are cut when they %s', async (_how, bytes) => {
    const answer = await exchange(server.url, bytes)
    expect(statusesOf(answer)).toEqual([408])
  })

  it('are cut however busily they send a head byte by byte', async () => {
    const socket = await rawConnection(server.url)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ')
    const drip = setInterval(() => socket.write('y'), 20)
    await closed(socket.resume())
    clearInterval(drip)
  })

  it.each(['/graphql', '/none'])('are cut when they never finish a body for %s', async (path) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
    const socket = await rawConnection(server.url)
    socket.write(`${head}{"query":"`)
    const drip = setInterval(() => socket.write(' '), 20)
    await closed(socket.resume())
    clearInterval(drip)
  })

  it('are cut when they ask nothing more', async () => {
    const answer = await exchange(server.url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(statusesOf(answer)).toEqual([200])
  })

  it('are cut when they ask on and on and read no answer, at a bounded cost', async () => {
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

  it('cost others nothing', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, () => rawConnection(server.url)))
    for (const socket of slow) socket.write('GET /healthz HTTP/1.1\r\nHost: loc')
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.url}/healthz`)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await Promise.all(slow.map((socket) => closed(socket.resume())))
  })
})
