import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseCsv } from '../../../hosts/import/csv.ts'
import { ask, follow, newAccount } from '../../support/api.ts'
import { rawConnection } from '../../support/raw-http.ts'
import { surfaceDatabases } from '../../support/server.ts'
import { type Account, accountWithLink, startWithStore, storeHits, useServerWithStore } from './fixture.ts'

const COLUMNS =
  'id linkId slug ip type isp browser browserVersion os osVersion timezone city postal country continent createdAt referrer device bot rule redirectedTo language utmSource utmMedium utmCampaign utmTerm utmContent firstToday ref'.split(
    ' ',
  )

const get = (url: string, account: Pick<Account, 'headers'>, query = '', headers: Record<string, string> = {}) =>
  fetch(`${url}/api/v1/hits${query}`, { headers: { ...account.headers, ...headers } })

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** The ids that an export has. */
const idsOf = async (response: Response) => linesOf(await response.text()).map(({ id }) => id)

describe.each(surfaceDatabases(import.meta.url))('exported visits on %s', (database) => {
  const server = useServerWithStore(database, { CORS_ORIGINS: 'https://app.example' })

  it('a visit is a line of JSON with its link and all that is known of the visitor', async () => {
    const { account, link } = await accountWithLink(server.url)
    await follow(server.url, link.slug, { 'accept-language': 'de-CH,en', referer: 'https://news.example/' })
    await expect.poll(() => account.clicks()).toBe(1)
    const response = await get(server.url, account)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const [line, ...others] = linesOf(await response.text())
    expect(others).toEqual([])
    expect(Object.keys(line)).toEqual(COLUMNS)
    expect(line).toMatchObject({
      ...{ linkId: link.id, slug: link.slug, type: 'IPv4', ip: '127.0.0.1', country: null },
      ...{ referrer: 'https://news.example/', redirectedTo: 'https://example.com/', rule: null },
    })
    expect(Math.abs(Date.parse(line.createdAt) - Date.now())).toBeLessThan(60_000)
  })

  it('CSV has the same columns, and comes by format or Accept', async () => {
    const { account, link } = await accountWithLink(server.url)
    const [hit] = await storeHits(server.store, link.id, 1, { city: 'Ulm, "Donau"\r\nnew', bot: true, device: 'bot' })
    const response = await get(server.url, account, '?format=csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    const text = await response.text()
    expect(text).toContain('"Ulm, ""Donau""\r\nnew"')
    const [head, row = [], ...others] = parseCsv(text)
    expect(head).toEqual(COLUMNS)
    expect(others).toEqual([])
    const cell = (name: string) => row[COLUMNS.indexOf(name)]
    expect(['id', 'bot', 'isp', 'createdAt', 'slug'].map(cell)).toEqual([
      ...[hit?.id, 'true', '', '2026-01-01T00:00:00.000Z', link.slug],
    ])
    const typeFor = async (accept: string, query = '') =>
      (await get(server.url, account, query, { accept })).headers.get('content-type')?.split(';')[0]
    expect(await typeFor('text/csv')).toBe('text/csv')
    expect(await typeFor('text/csv;q=0.5, application/x-ndjson')).toBe('application/x-ndjson')
    expect(await typeFor('text/html')).toBe('application/x-ndjson')
    expect(await typeFor('text/csv', '?format=ndjson')).toBe('application/x-ndjson')
  })

  it('what a spreadsheet would run as a formula gets an apostrophe in front', async () => {
    const { account, link } = await accountWithLink(server.url)
    for (const source of ['=1+1', '+1', '-1', '@SUM(A1)', 'x\t=1+1'])
      await follow(server.url, `${link.slug}?utm_source=${encodeURIComponent(source)}`)
    await expect.poll(() => account.clicks()).toBe(5)
    const rows = parseCsv(await (await get(server.url, account, '?format=csv')).text()).slice(1)
    const cells = rows.map((row) => row[COLUMNS.indexOf('utmSource')])
    expect(cells.sort()).toEqual(["'+1", "'-1", "'=1+1", "'@SUM(A1)", "x\t'=1+1"])
  })

  it('an export of many visits has each once, oldest first, and goes on after any of them', async () => {
    const { account, link } = await accountWithLink(server.url)
    const ids = (await storeHits(server.store, link.id, 2500)).map(({ id }) => id)
    expect(await idsOf(await get(server.url, account))).toEqual(ids)
    expect(await idsOf(await get(server.url, account, `?after=${ids[1999]}`))).toEqual(ids.slice(2000))
    expect(await idsOf(await get(server.url, account, `?after=${ids.at(-1)}`))).toEqual([])
    const between = '?from=2026-01-01T00:00:01Z&to=2026-01-01T00:00:02Z'
    expect(await idsOf(await get(server.url, account, between))).toEqual(ids.slice(1000, 2000))
    expect(await (await get(server.url, account, `?format=csv&after=${ids.at(-1)}`)).text()).toBe(
      `${COLUMNS.join()}\r\n`,
    )
  })

  it('one link alone can be exported, and no link of another account', async () => {
    const { account, link } = await accountWithLink(server.url)
    const [other, foreign] = [await accountWithLink(server.url), await storeHits(server.store, link.id, 2)]
    expect(await idsOf(await get(server.url, account, `?linkId=${link.id}`))).toEqual(foreign.map(({ id }) => id))
    const refused = await get(server.url, other.account, `?linkId=${link.id}`)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ code: 'NOT_FOUND', detail: 'Shortlink not found' })
    expect(await idsOf(await get(server.url, other.account))).toEqual([])
  })

  it.each([
    ['?since=1', 'Unknown parameter "since"; there are format, after, from, to, linkId'],
    ['?after=1&after=2', 'after must not be repeated'],
    ['?after=abc', 'after must be the id of a visit'],
    ['?after=', 'after must be the id of a visit'],
    ["?after=1' or 1=1", 'after must be the id of a visit'],
    ['?format=xml', 'format must be one of ndjson, csv'],
    ['?from=yesterday', 'from must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z'],
    ['?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from must be before to'],
  ])('%s is refused', async (query, message) => {
    const account = await newAccount(server.url)
    const response = await get(server.url, account, query)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'BAD_USER_INPUT', detail: message })
  })

  it('without a valid credential it is refused in the words of GraphQL', async () => {
    const { errors } = await ask(server.url, '{ getUserInfo { id } }')
    const refused = await get(server.url, { headers: { authorization: '' } })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="shortlink"')
    expect(await refused.json()).toMatchObject({ code: 'UNAUTHENTICATED', detail: errors[0]?.message })
    const badKey = await get(server.url, { headers: { authorization: 'Bearer sl_live_x' } })
    expect(await badKey.json()).toMatchObject({ reason: 'The API key is not valid' })
  })

  it('an API key in either header exports like a session', async () => {
    const { account, link } = await accountWithLink(server.url)
    const [hit] = await storeHits(server.store, link.id, 1)
    const { data } = await account.ask('mutation { createApiKey(label: "k") { secret } }')
    const { secret } = data.createApiKey
    for (const headers of [{ authorization: `Bearer ${secret}` }, { 'x-api-key': secret }]) {
      const response = await fetch(`${server.url}/api/v1/hits`, { headers })
      expect(await idsOf(response)).toEqual([hit?.id])
    }
  })

  it('other methods are refused with those there are; HEAD has no body', async () => {
    const account = await newAccount(server.url)
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${server.url}/api/v1/hits`, { method, headers: account.headers })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    }
    const head = await fetch(`${server.url}/api/v1/hits?format=csv`, { method: 'HEAD', headers: account.headers })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect((await get(server.url, account)).status).toBe(200)
  })

  it('pages of a listed origin may export', async () => {
    const preflight = await fetch(`${server.url}/api/v1/hits`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE')
    const account = await newAccount(server.url)
    const response = await get(server.url, account, '', { origin: 'https://app.example' })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example')
  })

  it('other hosts have no exports', async () => {
    const account = await newAccount(server.url)
    const socket = await rawConnection(server.url)
    socket.write(`GET /api/v1/hits HTTP/1.1\r\nHost: links.example\r\nAuthorization: Bearer ${account.token}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(answer).toMatch(/^HTTP\/1.1 (403|404) /)
  })
})

describe('exports of slow clients', () => {
  /** A client that asks for an export and reads none of it. */
  async function stuckClient(url: string, account: Account) {
    const socket = await rawConnection(url)
    socket.pause()
    socket.write(`GET /api/v1/hits HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${account.token}\r\n\r\n`)
    return socket
  }

  it('a client that reads nothing has only some pages read, and its account no second export until it leaves', async () => {
    const { server, store, reads } = await startWithStore('sqlite')
    onTestFinished(() => server.close('the test is over'))
    const { account, link } = await accountWithLink(server.url)
    // More than the buffers of both ends of a connection take.
    const pages = 40
    await storeHits(store, link.id, pages * 1000, { userAgent: null, referrer: `https://a.example/${'x'.repeat(900)}` })
    const socket = await stuckClient(server.url, account)
    await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(1)
    const second = await get(server.url, account)
    expect(second.status).toBe(429)
    expect(second.headers.get('retry-after')).toBe('1')
    expect(await second.json()).toMatchObject({ code: 'RATE_LIMITED' })
    const other = await accountWithLink(server.url)
    await storeHits(store, other.link.id, 5000)
    const readsOf = ({ id }: Account) => reads.mock.calls.filter(([owner]) => owner === id).length
    // Twice the time that the server would need for the pages of the client that reads nothing.
    while (readsOf(other.account) < 2 * pages) {
      const response = await get(server.url, other.account)
      expect(response.status).toBe(200)
      await response.text()
    }
    expect(readsOf(account)).toBeLessThan(pages)
    socket.destroy()
    await expect
      .poll(async () => {
        const response = await get(server.url, account)
        await response.body?.cancel()
        return response.status
      })
      .toBe(200)
  })

  it('a server that stops breaks an export off, so that it cannot pass for a whole one', async () => {
    const { server, store, reads } = await startWithStore('sqlite')
    const { account, link } = await accountWithLink(server.url)
    await storeHits(store, link.id, 20_000, { referrer: `https://a.example/${'x'.repeat(900)}` })
    const response = await get(server.url, account)
    const text = response.text()
    await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(1)
    await Promise.all([expect(text).rejects.toThrow('terminated'), server.close('the test stops it')])
  })
})

it('requests count against the limit of GraphQL, by account', async () => {
  const { server } = await startWithStore('sqlite', { RATELIMIT_GRAPHQL_PER_MIN: '2' })
  onTestFinished(() => server.close('the test is over'))
  const account = await newAccount(server.url)
  await account.ask('{ getUserInfo { id } }')
  const second = await get(server.url, account)
  expect([second.status, second.headers.get('ratelimit-remaining')]).toEqual([200, '0'])
  const third = await get(server.url, account)
  expect(await third.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED', detail: 'Too many requests' })
  expect(third.status).toBe(429)
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await account.ask('{ getUserInfo { id } }')).status).toBe(429)
})
