import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { firstHitIdAt } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../hosts/app/settings/settings.ts'
import { createLog } from '../../hosts/kit/log.ts'
import { startServer } from '../../hosts/server/serve.ts'
import { follow, newAccount } from '../support/api.ts'
import { DATABASES, testEnvironment, useTestServer } from '../support/server.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
/** A public address whose country the packaged data has known for long. */
const US = '8.8.8.8'
const PERSON = {
  'x-forwarded-for': US,
  'user-agent': CHROME,
  'accept-language': 'pt-BR,en;q=0.9',
  referer: 'https://news.example/a',
}
const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null }

type Account = Awaited<ReturnType<typeof newAccount>>

/** A new link of the account, with these options. */
async function newLink(account: Account, options: object = {}): Promise<{ id: string; slug: string }> {
  const { data } = await account.ask(
    'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { error shortlink { id shortlink } } }',
    { inputs: [{ target: 'https://example.com/a?b=1', ...options }] },
  )
  const [{ error, shortlink }] = data.createShortlinks
  expect(error).toBeNull()
  return { id: shortlink.id, slug: shortlink.shortlink }
}

/** The hits of a link, in the order of the visits, once there are `count`. */
async function hitsOf(account: Account, { id }: { id: string }, count: number) {
  const query = `query ($id: ID!) { getShortlinkInfo(id: $id) { hits {
    ip browser { name } os { name } device bot referrer redirectedTo timezone { name }
    location { city postal country { code } continent { code } } isp
    language utm { source medium campaign term content } ref firstToday
  } } }`
  const hits = async () => (await account.ask(query, { id })).data.getShortlinkInfo.hits
  await expect.poll(async () => (await hits()).length).toBe(count)
  return (await hits()).reverse()
}

describe.each(DATABASES)('what is recorded of visits on %s', (database) => {
  const server = useTestServer({ database, settings: { TRUST_PROXY: '1' } })
  const privateServer = useTestServer({ database, settings: { TRUST_PROXY: '1', HONOR_GPC: 'true' } })
  const uncounted = useTestServer({
    database,
    settings: { TRUST_PROXY: '1', UNIQUE_VISITORS: 'false', REF_PARAM: 'via' },
  })

  it('a hit has the language and the campaign of the visitor, or else the campaign of the link', async () => {
    const account = await newAccount(server.url)
    const link = await newLink(account, { utm: { source: 'letter', campaign: 'may' } })
    await follow(server.url, link.slug, PERSON)
    await follow(server.url, `${link.slug}?utm_medium=qr&x=1`, { ...PERSON, 'accept-language': '*' })
    await follow(server.url, `${link.slug}?utm_medium=`, { 'x-forwarded-for': US })
    expect(await hitsOf(account, link, 3)).toMatchObject([
      { language: 'pt', utm: { ...NO_UTM, source: 'letter', campaign: 'may' } },
      { language: null, utm: { ...NO_UTM, medium: 'qr' } },
      { language: null, utm: { ...NO_UTM, source: 'letter', campaign: 'may' } },
    ])
  })

  it('the reference of a visit is recorded, counted and exported, and is not forwarded', async () => {
    const account = await newAccount(server.url)
    const link = await newLink(account, { forwardQuery: true })
    const { headers } = await follow(server.url, `${link.slug}?ref=letter&x=1`, PERSON)
    expect(headers.get('location')).toBe('https://example.com/a?b=1&x=1')
    await follow(server.url, `${link.slug}?ref=%20flyer+1`, PERSON)
    await follow(server.url, `${link.slug}?utm_source=a`, PERSON)
    expect(await hitsOf(account, link, 3)).toMatchObject([
      { ref: 'letter', utm: null },
      { ref: 'flyer 1', utm: null },
      { ref: null, utm: { ...NO_UTM, source: 'a' } },
    ])
    const query = `{ analytics(filter: { where: [{ by: REF, values: ["letter", "flyer 1"] }] }) {
      totals { hits } breakdown(by: REF) { rows { value label hits } other { hits } }
    } }`
    expect((await account.ask(query)).data.analytics).toEqual({
      totals: { hits: 2 },
      breakdown: {
        rows: [
          { value: 'flyer 1', label: 'flyer 1', hits: 1 },
          { value: 'letter', label: 'letter', hits: 1 },
        ],
        other: { hits: 0 },
      },
    })
    const rows = await fetch(`${server.url}/api/v1/hits`, { headers: { authorization: `Bearer ${account.token}` } })
    const refs = (await rows.text())
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row).ref)
    expect(refs.sort()).toEqual(['flyer 1', 'letter', null])
  })

  it('the reference has the name that the operator chose, and the usual name is forwarded', async () => {
    const account = await newAccount(uncounted.url)
    const link = await newLink(account, { forwardQuery: true })
    const { headers } = await follow(uncounted.url, `${link.slug}?ref=a&via=b`, PERSON)
    expect(headers.get('location')).toBe('https://example.com/a?b=1&ref=a')
    expect(await hitsOf(account, link, 1)).toMatchObject([{ ref: 'b' }])
  })

  it('the first hit of a visitor on a link on a day is known, and bots have none', async () => {
    const account = await newAccount(server.url)
    const [link, other] = [await newLink(account), await newLink(account)]
    await follow(server.url, link.slug, PERSON)
    await follow(server.url, link.slug, { ...PERSON, referer: 'https://other.example/' })
    await follow(server.url, link.slug, { ...PERSON, 'x-forwarded-for': '8.8.4.4' })
    await follow(server.url, link.slug, { ...PERSON, 'user-agent': 'Googlebot/2.1' })
    await follow(server.url, other.slug, PERSON)
    const firsts = (hits: readonly { bot: boolean; firstToday: boolean }[]) =>
      hits.map(({ bot, firstToday }) => [bot, firstToday])
    expect(firsts(await hitsOf(account, link, 4))).toEqual([
      [false, true],
      [false, false],
      [false, true],
      [true, false],
    ])
    expect(firsts(await hitsOf(account, other, 1))).toEqual([[false, true]])
  })

  it('no hit says whether a visitor is new when visitors are not counted', async () => {
    const account = await newAccount(uncounted.url)
    const link = await newLink(account)
    await follow(uncounted.url, link.slug, PERSON)
    await follow(uncounted.url, link.slug, { ...PERSON, 'user-agent': 'Googlebot/2.1' })
    expect(await hitsOf(account, link, 2)).toMatchObject([{ firstToday: null }, { firstToday: null }])
  })

  it('of a visitor who refuses tracking a hit keeps little where the operator honors that, on every way to a link', async () => {
    const account = await newAccount(privateServer.url)
    const link = await newLink(account, { utm: { source: 'letter' } })
    await follow(privateServer.url, `${link.slug}?utm_source=a&ref=b`, { ...PERSON, 'sec-gpc': '1' })
    await follow(privateServer.url, link.slug, { ...PERSON, dnt: '1' })
    await ask(privateServer.url, link.slug, { ...PERSON, 'sec-gpc': '1' })
    const kept = {
      ip: '8.8.8.0',
      browser: { name: 'Chrome' },
      os: { name: 'Windows' },
      device: 'desktop',
      bot: false,
      referrer: null,
      redirectedTo: 'https://example.com/a?b=1&utm_source=letter',
      timezone: null,
      location: { city: null, postal: null, country: { code: 'US' }, continent: { code: 'NA' } },
      isp: null,
      language: 'pt',
      utm: null,
      ref: null,
      firstToday: false,
    }
    expect(await hitsOf(account, link, 3)).toEqual([kept, kept, kept])
  })

  it('a password that a visitor who refuses tracking sends is recorded with as little', async () => {
    const account = await newAccount(privateServer.url)
    const link = await newLink(account, { password: 'open sesame' })
    const headers = { ...PERSON, 'sec-gpc': '1', 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await fetch(`${privateServer.url}/${link.slug}`, {
      method: 'POST',
      headers,
      body: 'password=open+sesame',
      redirect: 'manual',
    })
    expect(status).toBe(303)
    expect(await hitsOf(account, link, 1)).toMatchObject([{ ip: '8.8.8.0', referrer: null, firstToday: false }])
  })

  it('visitors who refuse tracking are recorded like others where the operator does not honor that', async () => {
    const account = await newAccount(server.url)
    const link = await newLink(account)
    await follow(server.url, link.slug, { ...PERSON, 'sec-gpc': '1', dnt: '1' })
    expect(await hitsOf(account, link, 1)).toMatchObject([{ ip: US, referrer: PERSON.referer, firstToday: true }])
  })
})

/** Asks the API where a link leads, which records a visit. */
async function ask(url: string, shortlink: string, headers: Record<string, string>) {
  const body = JSON.stringify({ query: `{ targetUrl(shortlink: "${shortlink}") }` })
  await fetch(`${url}/graphql`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
}

it.each(DATABASES)('a server on %s stores the visits that the version before left in its journal', async (database) => {
  const environment = await testEnvironment(database)
  const start = () => startServer(readSettings(environment), createLog('silent'))
  const before = await start()
  const account = await newAccount(before.url)
  const link = await newLink(account)
  await before.close('the test leaves a journal')
  const at = Date.now()
  const visits = JSON.stringify([[link.id, at, US, CHROME, 'https://news.example/a', null, 'https://example.com/']])
  const rest = `${firstHitIdAt(at)} 1 ${visits}\n`
  const folder = join(environment.DATA_DIR as string, 'hits', 'journal-0')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '0000000000000000001.jsonl'), `${crc32(rest).toString(16)} ${rest}`)

  const after = await start()
  expect(await hitsOf(account, link, 1)).toMatchObject([
    {
      ...{
        ip: US,
        browser: { name: 'Chrome' },
        referrer: 'https://news.example/a',
        redirectedTo: 'https://example.com/',
      },
      ...{ location: { country: { code: 'US' } }, language: null, utm: null, firstToday: true },
    },
  ])
  await after.close('the test is over')
})
