import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../hosts/kit/log.ts'
import { ask, follow } from '../support/api.ts'
import { freePort } from '../support/free-port.ts'
import { startRedis, withCallTimeout } from '../support/redis.ts'
import { spawnServer, startTestServer, testEnvironment } from '../support/server.ts'
import { waitFor } from '../support/wait-for.ts'

const TOKEN = 'a-token-for-metrics-of-tests'
const LIMIT = 10

/**
 * A server with a limit of anonymous calls, what it logs about the store, and its metrics. The store gets a minute per call, so that a busy
 * machine does not look like an outage.
 */
async function serverWith(store: string, timeoutMs = 60_000) {
  const lines: string[] = []
  const stream = new PassThrough()
  stream.on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)))
  const server = await startTestServer({
    settings: {
      RATELIMIT_STORE: store,
      RATELIMIT_GRAPHQL_PER_MIN: `${LIMIT}`,
      RATELIMIT_REDIRECT_PER_MIN: `${LIMIT}`,
      METRICS_TOKEN: TOKEN,
    },
    configure: (root) => withCallTimeout(timeoutMs)(root.replace('log', createLog('info', stream))),
  })
  onTestFinished(() => server.close('tests are over'))
  const { url } = server
  return {
    lines,
    /** Returns the levels and reasons of what it logged about the store. */
    logged: () =>
      lines
        .map((line) => JSON.parse(line) as { level: number; msg: string; reason?: string })
        .filter(({ msg }) => msg.includes('RATELIMIT_STORE'))
        .map(({ level, reason = 'back' }) => [level, reason]),
    async call() {
      const response = await fetch(`${url}/graphql?query=%7B__typename%7D`)
      await response.text()
      return [response.status, Number(response.headers.get('ratelimit-remaining'))] as const
    },
    follow: () => follow(url, 'unknown'),
    async metric(name: string) {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      return Number(new RegExp(`^shortlink_${name} (\\S+)$`, 'm').exec(await response.text())?.[1])
    },
    create: () => ask(url, 'mutation { createShortlink(target: "https://example.com/") }'),
  }
}

const ERROR = 50
const INFO = 30

it('a server goes on by its own limits while the store is dead, says so once, and shares limits again', async () => {
  const redis = await startRedis()
  const server = await serverWith(redis.url)
  expect(await server.metric('rate_limit_store_up')).toBe(1)
  expect(await server.call()).toEqual([200, LIMIT - 1])
  expect(await redis.counts()).toContain(1)

  await redis.kill()
  await waitFor(async () => expect(await server.metric('rate_limit_store_up')).toBe(0))
  for (let call = 1; call <= LIMIT; call += 1) expect(await server.call()).toEqual([200, LIMIT - call])
  expect(await server.call()).toEqual([429, 0])
  expect((await server.follow()).status).toBe(404)
  expect(await server.metric('rate_limit_local_calls_total')).toBe(LIMIT + 1)
  expect(server.logged()).toEqual([[ERROR, expect.any(String)]])

  await redis.start()
  await waitFor(async () => expect(await server.metric('rate_limit_store_up')).toBe(1))
  expect(server.logged()).toEqual([
    [ERROR, expect.any(String)],
    [INFO, 'back'],
  ])
  expect(await server.call()).toEqual([200, LIMIT - 1])
  expect(await redis.counts()).toContain(1)
})

it('a store that stops replying delays one call, and is used again when it replies', async () => {
  const redis = await startRedis()
  const server = await serverWith(redis.url, 3000)
  redis.freeze()
  expect(await server.call()).toEqual([200, LIMIT - 1])
  expect(server.logged()).toEqual([[ERROR, 'no reply within 3000 ms']])
  expect(await server.call()).toEqual([200, LIMIT - 2])
  redis.thaw()
  await waitFor(async () => expect(await server.metric('rate_limit_store_up')).toBe(1))
  expect(server.logged().at(-1)).toEqual([INFO, 'back'])
})

it('a server starts without a store that it can reach, and uses it once it is there', async () => {
  const redis = await startRedis()
  await redis.kill()
  const server = await serverWith(redis.url)
  expect(server.logged()).toEqual([[ERROR, expect.stringContaining('ECONNREFUSED')]])
  expect(await server.call()).toEqual([200, LIMIT - 1])
  await redis.start()
  await waitFor(async () => expect(await server.metric('rate_limit_store_up')).toBe(1))
  expect(await server.call()).toEqual([200, LIMIT - 1])
})

it('a server starts with a wrong password of the store, and logs no password', async () => {
  const redis = await startRedis({ password: 'the-right-one' })
  const server = await serverWith(redis.url.replace('the-right-one', 'my-wrong-one'))
  expect(server.logged()).toEqual([[ERROR, 'WRONGPASS']])
  expect(await server.call()).toEqual([200, LIMIT - 1])
  expect(server.lines.join('\n')).not.toContain('my-wrong-one')
  expect(await redis.limitKeys()).toEqual([])
})

it('a store that refuses to write counts as away', async () => {
  const redis = await startRedis({ password: 'the-right-one' })
  await redis.run('REPLICAOF', '127.0.0.1', `${await freePort()}`)
  const server = await serverWith(redis.url)
  expect(server.logged()).toHaveLength(1)
  expect(await server.call()).toEqual([200, LIMIT - 1])
  await redis.run('REPLICAOF', 'NO', 'ONE')
  await waitFor(async () => expect(await server.metric('rate_limit_store_up')).toBe(1))
  expect(await server.call()).toEqual([200, LIMIT - 1])
  expect(await redis.counts()).toContain(1)
})

it('the built server shares limits with the rights that docs/operating.md names, and stops at once', async () => {
  const redis = await startRedis()
  const [, commands = ''] = /Allow (.*) on them/.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
  const allowed = [...commands.matchAll(/`(\w+)`/g)].map(([, name]) => `+${name?.toLowerCase()}`)
  await redis.run('ACL', 'SETUSER', 'limits', 'on', '>a-password', '~shortlink:limit:*', ...allowed)
  const server = await spawnServer(
    await testEnvironment('sqlite', {
      RATELIMIT_STORE: redis.url.replace('//', '//limits:a-password@'),
      RATELIMIT_GRAPHQL_PER_MIN: `${LIMIT}`,
      LOG_LEVEL: 'info',
    }),
  )
  await waitFor(async () => {
    await fetch(`${server.url}/graphql?query=%7B__typename%7D`)
    expect(await redis.counts()).toHaveLength(1)
  })
  expect(server.log()).not.toContain('NOPERM')
  const exit = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})
