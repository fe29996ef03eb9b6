import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { load } from './load.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

it('times requests from when they were due, also those that had to wait for a connection', async () => {
  const port = await startServer((_request, response) => void sleep(50).then(() => response.end()))
  // Ten are due within a tenth of a second and are answered in half of one: each waits for those before it.
  const { requests, p50, p99 } = await load({ port, requests: [REQUEST], connections: 1, seconds: 0.1, rate: 100 })
  expect(requests).toBe(10)
  expect(p50).toBeGreaterThan(200)
  expect(p99).toBeGreaterThan(400)
})

it('sends every request that is due at the rate, no more and no fewer', async () => {
  const port = await startServer((_request, response) => void response.end())
  const { requests, statuses } = await load({ port, requests: [REQUEST], connections: 4, seconds: 0.25, rate: 400 })
  expect([requests, statuses]).toEqual([100, { 200: 100 }])
})

it('counts a request whose connection breaks as not answered, and goes on', async () => {
  let served = 0
  const port = await startServer((request, response) => {
    served += 1
    if (served === 3) request.socket.destroy()
    else response.end()
  })
  const { statuses } = await load({ port, requests: [REQUEST], connections: 1, seconds: 0.1, rate: 100 })
  expect(statuses).toEqual({ 0: 1, 200: 9 })
})

it('counts answers that hold a GraphQL error', async () => {
  const port = await startServer((_request, response) => void response.end('{"errors":[{"message":"no"}]}'))
  const { errors } = await load({ port, requests: [REQUEST], connections: 1, seconds: 0.05, rate: 100 })
  expect(errors).toBe(5)
})

it('counts requests that get no answer with the time they were waited for', async () => {
  const port = await startServer(() => {})
  const plan = { port, requests: [REQUEST], connections: 1, seconds: 0.05, rate: 100 }
  const { requests, statuses, p50 } = await load(plan, () => {}, 100)
  expect([requests, statuses]).toEqual([0, { 0: 5 }])
  expect(p50).toBeGreaterThan(100)
})
