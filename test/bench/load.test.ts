import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openFixture } from '../hosts/graphql/fixture.ts'
import { rawClient, toolCall } from '../hosts/mcp/client.ts'
import { openFixture as openMcpFixture } from '../hosts/mcp/fixture.ts'
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

it.each([false, true])('sends exactly the requests that are due at the rate, asleep: %s', async (sleeps) => {
  const port = await startServer((_request, response) => void response.end())
  const plan = { port, requests: [REQUEST], connections: 4, seconds: 0.25, rate: 400, sleeps }
  const { requests, statuses } = await load(plan)
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

it('counts answers of the service that hold an error of GraphQL, of an MCP tool or of MCP, and no others', async () => {
  const bodies = await answersOfTheService()
  let served = 0
  const port = await startServer((_request, response) => {
    response.end(bodies[served % bodies.length])
    served += 1
  })
  const failed: boolean[] = []
  const plan = { port, requests: [REQUEST], connections: 1, seconds: 0.05, rate: 100 }
  const { errors } = await load(plan, ({ isError }) => failed.push(isError))
  expect(failed).toEqual([true, true, true, false, false])
  expect(errors).toBe(3)
})

/** Answers to a list without credentials, to a tool for an unknown link and to an unknown tool; then to what nothing fails of. */
async function answersOfTheService() {
  const graphql = openFixture()
  const mcp = await openMcpFixture()
  const user = await mcp.newUser()
  const session = await rawClient(mcp.url, user.key).open()
  const call = async (name: string, args: object) => (await session.send(toolCall(name, args))).text()
  return [
    (await graphql.ask('{ shortlinkConnection { items { id } } }')).body,
    await call('get_shortlink', { slug: 'missing' }),
    await call('no_tool', {}),
    (await graphql.ask('{ ping }')).body,
    await call('list_shortlinks', {}),
  ]
}

it('counts requests that get no answer with the time they were waited for', async () => {
  const port = await startServer(() => {})
  const plan = { port, requests: [REQUEST], connections: 1, seconds: 0.05, rate: 100 }
  const { requests, statuses, p50 } = await load(plan, () => {}, 100)
  expect([requests, statuses]).toEqual([0, { 0: 5 }])
  expect(p50).toBeGreaterThan(100)
})
