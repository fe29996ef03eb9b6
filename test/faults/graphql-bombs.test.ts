import { expect, it } from 'vitest'
import { quantile } from '../bench/numbers.ts'
import { newAccount } from '../support/api.ts'
import { startFollowers } from '../support/followers.ts'
import { COMPLEX_QUERIES, HEAVY_BODIES } from '../support/graphql-bombs.ts'
import { DATABASES, spawnServer, testEnvironment } from '../support/server.ts'

const BODIES = [
  ...Object.values(COMPLEX_QUERIES).map((query) => JSON.stringify({ query })),
  ...Object.values(HEAVY_BODIES),
]

it.each(DATABASES)(
  'queries that would cost too much slow down neither each other nor redirects, on %s',
  async (database) => {
    const server = await spawnServer(await testEnvironment(database))
    const account = await newAccount(server.url)
    await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "beside") }')
    const send = async (body: string) => {
      const began = performance.now()
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${account.token}` }
      const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return { status: response.status, took: performance.now() - began }
    }
    // The first time pays for the compiler.
    for (const body of BODIES) await send(body)

    const followers = startFollowers(server.url, 'beside')
    const answers = []
    for (const body of BODIES) answers.push(await send(body))
    await followers.stop()

    expect(BODIES.length).toBeGreaterThan(63)
    expect(answers.filter(({ status, took }) => status >= 500 || took >= 200)).toEqual([])
    expect(followers.followed.filter(({ status }) => status !== 302)).toEqual([])
    const times = followers.followed.map(({ took }) => took)
    expect(times.length).toBeGreaterThan(100)
    expect(quantile(times, 0.99)).toBeLessThan(300)
    expect(server.process.exitCode).toBeNull()
  },
)
