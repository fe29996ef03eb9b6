import type { Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask, follow } from '../support/api.ts'
import { memoryInUse } from '../support/memory.ts'
import { closed, rawConnection } from '../support/raw-http.ts'
import { useTestServer } from '../support/server.ts'

const HEAD =
  'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

describe('with the limits that servers run with', () => {
  const server = useTestServer()
  beforeAll(async () => {
    await ask(server.url, 'mutation { createShortlink(target: "https://example.com/", shortlink: "kept") }')
  })

  const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => rawConnection(server.url)))

  /** The 99th percentile of how long visitors wait, in milliseconds. */
  async function visitors(count = 500): Promise<number> {
    const times: number[] = []
    for (let visit = 0; visit < count; visit += 1) {
      const started = performance.now()
      expect((await follow(server.url, 'kept')).status).toBe(302)
      times.push(performance.now() - started)
    }
    return times.sort((a, b) => a - b)[Math.floor(count * 0.99)] ?? Number.NaN
  }

  /** Seconds until the last of the connections was cut. */
  async function secondsUntilCut(sockets: readonly Socket[]): Promise<number> {
    const started = performance.now()
    await Promise.all(sockets.map((socket) => closed(socket.resume())))
    return (performance.now() - started) / 1000
  }

  it('half heads and half bodies delay no other client, and are cut within 30 and 60 seconds', async () => {
    const [heads, bodies] = [await crowd(200), await crowd(50)]
    for (const socket of heads) socket.write('GET /kept HTTP/1.1\r\nHost: local')
    for (const socket of bodies) socket.write(`${HEAD}{"query"`)
    const [p99, headsCut, bodiesCut] = await Promise.all([visitors(), secondsUntilCut(heads), secondsUntilCut(bodies)])
    expect(p99).toBeLessThan(100)
    expect(headsCut).toBeLessThan(30)
    expect(bodiesCut).toBeLessThan(60)
  }, 90_000)

  it('a thousand idle connections delay no other client, take less than 100 MiB, and are cut within 60 seconds', async () => {
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
    const [p99, cut] = await Promise.all([visitors(), secondsUntilCut(sockets)])
    expect(p99).toBeLessThan(100)
    expect(cut).toBeLessThan(60)
  }, 90_000)
})
