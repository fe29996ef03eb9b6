import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVER_LIMITS } from '../../hosts/http/server.ts'
import type { RunningServer } from '../../hosts/server/serve.ts'
import { ask, follow } from '../support/api.ts'
import { longestTurn } from '../support/longest-turn.ts'
import { memoryInUse } from '../support/memory.ts'
import { closed, rawConnection } from '../support/raw-http.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'

const HEAD =
  'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
/** Long enough for clients that are only slow because the machine is. */
const LIMITS = { headersTimeout: 3_000, requestTimeout: 4_000, socketTimeout: 5_000, connectionsCheckingInterval: 100 }
const LONGEST_TURN_MS = 100

it('servers cut half heads within 30 seconds, half bodies and idle connections within 60', () => {
  const { headersTimeout, requestTimeout, socketTimeout, connectionsCheckingInterval } = SERVER_LIMITS
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThan(30_000)
  expect(requestTimeout + connectionsCheckingInterval).toBeLessThan(60_000)
  expect(socketTimeout).toBeLessThan(60_000)
})

describe('with limits a tenth as long as those that servers run with', () => {
  let server: RunningServer
  beforeAll(async () => {
    const settings = await testEnvironment('sqlite')
    // With the limits of production: a first call over GraphQL loads much.
    const before = await startTestServer({ settings })
    await ask(before.url, 'mutation { createShortlink(target: "https://example.com/", shortlink: "kept") }')
    await before.close('the link is made')
    server = await startTestServer({ settings, limits: LIMITS })
  })
  afterAll(() => server.close('tests are over'))

  const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => rawConnection(server.url)))

  /** Visits while the connections are open, one after the other; expects that none waits long for the server's one thread. */
  async function visitBeside(sockets: readonly Socket[]) {
    const visits = async () => {
      for (let visit = 0; visit < 200; visit += 1) expect((await follow(server.url, 'kept')).status).toBe(302)
    }
    const cut = Promise.all(sockets.map((socket) => closed(socket.resume())))
    expect(await longestTurn(visits)).toBeLessThan(LONGEST_TURN_MS)
    await cut
  }

  it('half heads and half bodies delay no other client, and are cut', async () => {
    const [heads, bodies] = [await crowd(200), await crowd(50)]
    for (const socket of heads) socket.write('GET /kept HTTP/1.1\r\nHost: local')
    for (const socket of bodies) socket.write(`${HEAD}{"query"`)
    await visitBeside([...heads, ...bodies])
  })

  it('a thousand idle connections delay no other client, take less than 100 MiB, and are cut', async () => {
    const before = memoryInUse()
    const sockets = await crowd(1000)
    await Promise.all(
      sockets.map(async (socket) => {
        const answered = new Promise((resolve) => socket.once('data', resolve))
        socket.write('GET /kept HTTP/1.1\r\nHost: localhost\r\n\r\n')
        await answered
      }),
    )
    expect(memoryInUse() - before).toBeLessThan(100 * 2 ** 20)
    await visitBeside(sockets)
  })
})
