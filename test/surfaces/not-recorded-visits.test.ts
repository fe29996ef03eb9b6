import { describe, expect, it, onTestFinished } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { databaseText } from '../support/database-text.ts'
import { startReceiver } from '../support/receiver.ts'
import { DATABASES, startTestServer, testEnvironment, useTestServer, withFreshLinks } from '../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const OFFICE = '203.0.113.9'
const HOME = '2001:db8:7::1'
const OTHER = '198.51.100.1'
const from = (ip: string) => ({
  'x-forwarded-for': ip,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
})

async function newLink(account: Account, options: object = {}): Promise<{ id: string; slug: string }> {
  const { data } = await account.ask(
    'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { error shortlink { id shortlink } } }',
    { inputs: [{ target: 'https://example.com/a', ...options }] },
  )
  const [{ error, shortlink }] = data.createShortlinks
  expect(error).toBeNull()
  return { id: shortlink.id, slug: shortlink.shortlink }
}

const ignore = async (account: Account, ignoredAddresses: readonly string[]) =>
  (
    await account.ask('mutation ($a: [String!]!) { setIgnoredAddresses(ignoredAddresses: $a) { ignoredAddresses } }', {
      a: ignoredAddresses,
    })
  ).data.setIgnoredAddresses.ignoredAddresses

/** The addresses of the link's recorded visits, once there are `count`. */
async function recorded(account: Account, { id }: { id: string }, count: number): Promise<string[]> {
  const query = 'query ($id: ID!) { getShortlinkInfo(id: $id) { hitCount hits { ip } } }'
  const info = async () => (await account.ask(query, { id })).data.getShortlinkInfo
  await expect.poll(info).toMatchObject({ hitCount: count })
  return (await info()).hits.map(({ ip }: { ip: string }) => ip).reverse()
}

describe.each(DATABASES)('visits that are not recorded on %s', (database) => {
  const settings = { TRUST_PROXY: '1', IP_ANONYMIZE: 'false' }
  const server = useTestServer({ database, settings, configure: withFreshLinks })

  it('a visit from an address that the account ignores is redirected, and leaves no hit and no event', async () => {
    const receiver = await startReceiver()
    const account = await newAccount(server.url)
    await account.ask('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }', {
      input: { url: receiver.url, events: ['link.clicked'] },
    })
    const [link, other] = [await newLink(account, { redirectStatus: 307 }), await newLink(await newAccount(server.url))]
    await follow(server.url, link.slug, from(OFFICE))
    await receiver.arrived(1)
    expect(await ignore(account, ['203.0.113.0/24', '2001:DB8:7::/48'])).toEqual(['203.0.113.0/24', '2001:db8:7::/48'])
    for (const ip of [OFFICE, HOME, OTHER]) {
      const { status, headers } = await follow(server.url, link.slug, from(ip))
      expect([status, headers.get('location')]).toEqual([307, 'https://example.com/a'])
    }
    expect((await follow(server.url, other.slug, from(OFFICE))).status).toBe(302)
    expect(await recorded(account, link, 2)).toEqual([OFFICE, OTHER])
    await ignore(account, [])
    await follow(server.url, link.slug, from(HOME))
    expect(await recorded(account, link, 3)).toEqual([OFFICE, OTHER, HOME])
    expect(await receiver.arrived(3)).toHaveLength(3)
    expect((await account.ask('{ getUserInfo { ignoredAddresses } }')).data.getUserInfo).toEqual({
      ignoredAddresses: [],
    })
  })

  it('a visit with notrack is redirected without a hit, and the parameter is not handed on', async () => {
    const account = await newAccount(server.url)
    const link = await newLink(account, { forwardQuery: true })
    const visits = [
      ['?notrack', ''],
      ['?notrack=0&b=1', '?b=1'],
      ['?b=1&notrack=', '?b=1'],
      ['?Notrack', '?Notrack'],
      ['?notracks=1&xnotrack', '?notracks=1&xnotrack'],
    ]
    for (const [sent, handedOn] of visits) {
      const { status, headers } = await follow(server.url, `${link.slug}${sent}`, from(OTHER))
      expect([sent, status, headers.get('location')]).toEqual([sent, 302, `https://example.com/a${handedOn}`])
    }
    expect(await recorded(account, link, 2)).toHaveLength(2)
  })

  it('a visit that is not recorded takes one of the limit of visits, so that no client passes the limit', async () => {
    const account = await newAccount(server.url)
    const link = await newLink(account, { maxVisits: 3 })
    await ignore(account, [OFFICE])
    const statuses = []
    for (const [path, ip] of [
      ['?notrack', OTHER],
      ['', OFFICE],
      ['', OTHER],
      ['?notrack', OTHER],
      ['', OFFICE],
    ]) {
      statuses.push((await follow(server.url, `${link.slug}${path}`, from(ip as string))).status)
    }
    expect(statuses).toEqual([302, 302, 302, 410, 410])
    expect(await recorded(account, link, 1)).toEqual([OTHER])
  })

  it('the addresses are deleted with the account, and apply to no other account', async () => {
    const settings: Record<string, string> = { ...(await testEnvironment(database)), TRUST_PROXY: '1' }
    const server = await startTestServer({ database, settings })
    onTestFinished(() => server.close('the test is over'))
    const [account, other] = [await newAccount(server.url), await newAccount(server.url)]
    await ignore(account, [OFFICE])
    const stored = async () => JSON.stringify([...(await databaseText(settings.DATABASE_URL ?? '')).values()])
    expect(await stored()).toContain(OFFICE)
    expect((await other.ask('{ getUserInfo { ignoredAddresses } }')).data.getUserInfo.ignoredAddresses).toEqual([])
    await account.ask('mutation { deleteAccount }')
    expect(await stored()).not.toContain(OFFICE)
  })
})
