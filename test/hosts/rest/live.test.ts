import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../hosts/log.ts'
import { type RunningServer, startServer } from '../../../hosts/server/serve.ts'
import { readSettings } from '../../../hosts/settings.ts'
import { follow, newAccount } from '../../support/api.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'
import { DATABASES, testEnvironment } from '../../support/server.ts'
import { openLive } from './event-source.ts'
import { accountWithLink, startWithStore, storeHits, useServerWithStore } from './fixture.ts'

describe.each(DATABASES)('live visits on %s', (database) => {
  const server = useServerWithStore(database)

  it('a visit shows its link, place and device, never the address, to the account of the link alone', async () => {
    const { account, link } = await accountWithLink(server.url)
    const other = await newAccount(server.url)
    const [own, foreign] = [await openLive(server.url, account.headers), await openLive(server.url, other.headers)]
    expect(own.response.headers.get('content-type')).toBe('text/event-stream')
    expect(own.text()).toBe(': ok\n\n')
    await follow(server.url, link.slug, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    await expect.poll(() => own.events().length, { timeout: 5000 }).toBe(1)
    const [event] = own.events()
    expect(event).toEqual({
      name: 'hit',
      data: {
        ...{ id: expect.stringMatching(/^\d+$/), link, country: null, city: null, device: 'bot', bot: true },
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    })
    expect(own.text()).not.toContain('127.0.0.1')
    expect(foreign.events()).toEqual([])
  })

  it('of very many visits in a second the latest 200 come, with the number of the others', async () => {
    const { account, link } = await accountWithLink(server.url)
    const live = await openLive(server.url, account.headers)
    await storeHits(server.store, link.id, 500, { at: Date.now() })
    await expect.poll(() => live.events().length, { timeout: 5000 }).toBe(201)
    expect(live.events().at(-1)).toEqual({ name: 'skipped', data: { skipped: 300 } })
  })

  it('a sixth stream of an account is refused until one of the others has gone', async () => {
    const { account } = await accountWithLink(server.url)
    const streams = []
    for (let n = 0; n < 5; n++) streams.push(await openLive(server.url, account.headers))
    const sixth = await openLive(server.url, account.headers)
    expect(sixth.response.status).toBe(429)
    expect(sixth.response.headers.get('retry-after')).toBe('10')
    const other = await newAccount(server.url)
    expect((await openLive(server.url, other.headers)).response.status).toBe(200)
    streams[0]?.leave()
    await expect.poll(async () => (await openLive(server.url, account.headers)).response.status).toBe(200)
  })

  it('without a valid credential, by other methods or with parameters it is refused', async () => {
    const { headers } = await newAccount(server.url)
    const statusOf = async (query: string, init: RequestInit) =>
      (await fetch(`${server.url}/api/v1/live${query}`, init)).status
    expect(await statusOf('', {})).toBe(401)
    expect(await statusOf('', { method: 'POST', headers })).toBe(405)
    expect(await statusOf('?after=1', { headers })).toBe(400)
    expect(await statusOf('', { method: 'HEAD', headers })).toBe(200)
  })
})

it('a server that stops ends the streams in order', async () => {
  const { server } = await startWithStore('sqlite')
  const { headers } = await newAccount(server.url)
  const live = await openLive(server.url, headers)
  const started = performance.now()
  await server.close('the test stops it')
  expect(await live.ended).toBe('ended')
  expect(performance.now() - started).toBeLessThan(5000)
})

describe('analytics (g): two servers on one database', () => {
  let servers: RunningServer[] = []
  beforeAll(async () => {
    const environment = await testEnvironment('postgres')
    const other = { ...environment, PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
    const start = (settings: typeof environment) => startServer(readSettings(settings), createLog('silent'))
    servers = [await start(environment), await start(other)]
  })
  afterAll(() => Promise.all(servers.map((server) => server.close('tests are over'))))

  it('the streams of each show the visits of both within two seconds, each once', async () => {
    const [here, there] = servers.map(({ url }) => url) as [string, string]
    const { account, link } = await accountWithLink(here)
    const visitBoth = () => Promise.all([follow(here, link.slug), follow(there, link.slug)])
    // Starts the threads that store visits.
    await visitBoth()
    await expect.poll(() => account.clicks(), { timeout: 30_000 }).toBe(2)
    const streams = [await openLive(here, account.headers), await openLive(there, account.headers)]
    let sent = 0
    /** Follows the link on both, and resolves with the milliseconds until all visits show on both. */
    const timeVisits = async (count: number) => {
      for (let n = 0; n < count; n++) await visitBoth()
      const started = performance.now()
      sent += 2 * count
      await expect
        .poll(() => streams.map((one) => one.events().length), { timeout: 15_000, interval: 20 })
        .toEqual([sent, sent])
      return performance.now() - started
    }
    const times: number[] = []
    while (times.length < 5) times.push(await timeVisits(10))
    // The machine may be busy with other tests for a while.
    const median = times.sort((a, b) => a - b)[2]
    expect(median).toBeLessThan(2000)
    expect(await account.clicks()).toBe(sent + 2)
    for (const one of streams) expect(new Set(one.events().map(({ data }) => data.id)).size).toBe(sent)
  })
})
