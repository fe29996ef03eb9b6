import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../hosts/kit/log.ts'
import { requestId } from '../../hosts/kit/request-id.ts'
import { serverOf } from '../support/server-parts.ts'

/** A server of which one route fails and another logs, and its log. */
async function failingServer() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const server = serverOf({
    routes: {
      '/fails': () => {
        throw new Error('the inside of it')
      },
      '/logs': async () => {
        await new Promise((resolve) => setImmediate(resolve))
        log.info('working')
        return new Response(requestId())
      },
    },
    onError: (err, requestId) => log.error({ err, requestId }, 'unexpected error'),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines, log }
}

describe('the id of a request', () => {
  it('the request id links an answer to its cause in the log, which the answer leaves out', async () => {
    const { url, lines } = await failingServer()
    const response = await fetch(`${url}/fails`)
    const id = response.headers.get('x-request-id')
    expect(await response.json()).toEqual({ error: 'Internal server error', requestId: id })
    expect(lines).toMatchObject([{ requestId: id, msg: 'unexpected error', err: { message: 'the inside of it' } }])
  })

  it('the request id is in every log line of its request, under concurrency, and in no other', async () => {
    const { url, lines, log } = await failingServer()
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(`${url}/logs`)
        expect(await response.text()).toBe(response.headers.get('x-request-id'))
        return response.headers.get('x-request-id')
      }),
    )
    expect(new Set(ids).size).toBe(20)
    expect(lines.map((line) => line.requestId).sort()).toEqual([...ids].sort())
    log.info('outside of a request')
    expect(lines.at(-1)).not.toHaveProperty('requestId')
  })
})
