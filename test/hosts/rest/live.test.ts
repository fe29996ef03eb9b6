import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../../hosts/app/settings/settings.ts'
import { createLog } from '../../../hosts/kit/log.ts'
import { type RunningServer, startServer } from '../../../hosts/server/serve.ts'
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
    // The thread that stores visits has the lowest priority, and waits for a busy machine.
    await expect.poll(() => own.events().length, { timeout: 240_000 }).toBe(1)
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
    await expect.poll(() => live.events().length).toBe(201)
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
  await server.close('the test stops it')
  expect(await live.ended).toBe('ended')
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

  it('the streams of each show the visits of both, each once', async () => {
    const [here, there] = servers.map(({ url }) => url) as [string, string]
    const { account, link } = await accountWithLink(here)
    const visitBoth = () => Promise.all([follow(here, link.slug), follow(there, link.slug)])
    // Starts the threads that store visits.
    await visitBoth()
    await expect.poll(() => account.clicks()).toBe(2)
    const streams = [await openLive(here, account.headers), await openLive(there, account.headers)]
    let sent = 0
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 10; n++) await visitBoth()
      sent += 20
      await expect.poll(() => streams.map((one) => one.events().length)).toEqual([sent, sent])
    }
    expect(await account.clicks()).toBe(sent + 2)
    for (const one of streams) expect(new Set(one.events().map(({ data }) => data.id)).size).toBe(sent)
  })
})
