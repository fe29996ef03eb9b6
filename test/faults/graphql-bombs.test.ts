import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startFollowers } from '../support/followers.ts'
import { COMPLEX_QUERIES, HEAVY_BODIES } from '../support/graphql-bombs.ts'
import { spawnMeasuredServer } from '../support/measured-server.ts'
import { testEnvironment } from '../support/server.ts'

const BODIES = Object.entries({
  ...Object.fromEntries(Object.entries(COMPLEX_QUERIES).map(([name, query]) => [name, JSON.stringify({ query })])),
  ...HEAVY_BODIES,
})
/** Of the thread's own time, for one query and the redirects that come with it. */
const LONGEST_TURN_MS = 150

it('queries that would cost too much slow down neither each other nor redirects', async () => {
  const server = await spawnMeasuredServer(await testEnvironment('sqlite'))
  const account = await newAccount(server.url)
  await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "beside") }')
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${account.token}` }
    const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }
  // The first time pays for the compiler.
  for (const [, body] of BODIES) await send(body)
  await server.measured()

  const followers = startFollowers(server.url, 'beside')
  const slow: unknown[] = []
  for (const [name, body] of BODIES) {
    const status = await send(body)
    const { longestTurnMs } = await server.measured()
    if (status >= 500 || longestTurnMs >= LONGEST_TURN_MS) slow.push({ name, status, longestTurnMs })
  }
  await followers.stop()

  expect(BODIES.length).toBeGreaterThan(63)
  expect(slow).toEqual([])
  expect(followers.followed.filter(({ status }) => status !== 302)).toEqual([])
  expect(followers.followed.length).toBeGreaterThan(100)
  expect(server.process.exitCode).toBeNull()
})
