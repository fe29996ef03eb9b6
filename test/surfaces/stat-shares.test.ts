import { buildClientSchema, type GraphQLObjectType, getIntrospectionQuery } from 'graphql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { administrators } from '../support/administrators.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { countedClicks, makeLinks, PERSON } from '../support/dash.ts'
import { DATABASES, startTestServer, surfaceDatabases, testEnvironment, withPatientReads } from '../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const CREATE = `mutation ($linkId: ID, $tagId: ID, $cards: [StatCard!], $password: String, $expiresAt: String, $origins: [String!]) {
  createStatShare(linkId: $linkId, tagId: $tagId, cards: $cards, password: $password, expiresAt: $expiresAt, origins: $origins) {
    url share { id linkId tagId name cards hasPassword expiresAt origins }
  }
}`
const NUMBERS = `from to timeZone totals { hits bots visitors } previous { hits bots visitors }
  series(interval: DAY) { at hits bots visitors }`
const ROWS = '{ rows { value label hits bots visitors } other { hits bots visitors } }'
const READ = `query ($token: String!, $password: String, $access: String, $by: AnalyticsDimension = REFERRER) {
  sharedAnalytics(token: $token, password: $password, access: $access, bots: EXCLUDE) {
    of name cards access ${NUMBERS} breakdown(by: $by, take: 5) ${ROWS}
  }
}`
const OWN = `query ($filter: AnalyticsFilter, $by: AnalyticsDimension = REFERRER) {
  analytics(filter: $filter) { ${NUMBERS} breakdown(by: $by, take: 5) ${ROWS} }
}`
const NOT_FOUND = [{ message: 'Page not found', code: 'NOT_FOUND' }]

async function start(database: 'sqlite' | 'postgres', settings: Record<string, string> = {}) {
  const { configure, promote } = administrators()
  const server = await startTestServer({
    database,
    settings,
    configure: async (root) => {
      await withPatientReads(root)
      await configure(root)
    },
  })
  onTestFinished(() => server.close('the test is over'))
  return { url: server.url, promote }
}

/** An account with two links, one of them with a tag, and visits to both. */
async function accountWithVisits(url: string) {
  const account = await newAccount(url)
  const [tagged, other] = await makeLinks(account, [
    { target: 'https://example.com/tagged', tags: ['Spring'] },
    { target: 'https://example.com/other' },
  ])
  if (!tagged || !other) throw new Error('The links were not created')
  const before = await countedClicks(account)
  for (const [slug, referer] of [
    [tagged.shortlink, 'https://secret.example/'],
    [tagged.shortlink, 'https://news.example/'],
    [other.shortlink, 'https://other.example/'],
  ] as const)
    await follow(url, slug, { ...PERSON, referer })
  await expect.poll(() => account.clicks()).toBe(before + 3)
  const { data } = await account.ask('{ tags { id name } }')
  return { account, tagged, other, tagId: data.tags[0].id as string }
}

async function share(account: Account, input: object = {}) {
  const { data, errors } = await account.ask(CREATE, input)
  expect(errors).toEqual([])
  const { url, share } = data.createStatShare
  return { ...share, url, token: url.slice(url.lastIndexOf('/') + 1) } as { id: string; url: string; token: string }
}

const failures = ({ errors }: Awaited<ReturnType<typeof ask>>) =>
  errors.map(({ message, extensions }) => ({ message, code: extensions.code }))

const read = (url: string, variables: object) => ask(url, READ, variables)

describe.each(surfaceDatabases(import.meta.url))('shared statistics on %s', (database) => {
  it("show exactly the owner's numbers of a link, of a tag and of all links, and their name", async () => {
    const { url } = await start(database)
    const { account, tagged, tagId } = await accountWithVisits(url)
    for (const [input, filter, of, name] of [
      [{ linkId: tagged.id }, { linkIds: [tagged.id] }, 'LINK', tagged.shortlink],
      [{ tagId }, { tags: ['Spring'] }, 'TAG', 'Spring'],
      [{}, {}, 'ALL', null],
    ] as const) {
      const { token } = await share(account, input)
      expect(token).toMatch(/^[\w-]{22}$/)
      for (const by of ['REFERRER', 'COUNTRY', 'BROWSER', 'WEEKDAY']) {
        const shared = await read(url, { token, by })
        const own = await account.ask(OWN, { filter: { ...filter, bots: 'EXCLUDE' }, by })
        const { of: _of, name: _name, cards: _cards, access, ...numbers } = shared.data.sharedAnalytics
        expect(numbers).toEqual(own.data.analytics)
        expect(access).toBeNull()
        expect(shared.data.sharedAnalytics).toMatchObject({ of, name })
      }
    }
  })

  it('show nothing else: no other card, link, destination or filter, and the token is no credential', async () => {
    const { url } = await start(database)
    const { account, tagged } = await accountWithVisits(url)
    const { token } = await share(account, { linkId: tagged.id, cards: ['DEVICES'] })
    for (const by of ['REFERRER', 'UTM_SOURCE', 'COUNTRY', 'CITY', 'LANGUAGE', 'LINK', 'DESTINATION', 'RULE'])
      expect(failures(await read(url, { token, by }))).toEqual([
        { message: `${by} is not shared on this page`, code: 'BAD_USER_INPUT' },
      ])
    expect((await read(url, { token, by: 'OS' })).data.sharedAnalytics.breakdown.rows[0].hits).toBe(2)
    const schema = buildClientSchema((await ask(url, getIntrospectionQuery())).data)
    const field = schema.getQueryType()?.getFields().sharedAnalytics
    expect(field?.args.map(({ name }) => name).sort()).toEqual(
      ['access', 'bots', 'from', 'password', 'timeZone', 'to', 'token'].sort(),
    )
    const members = (schema.getType('SharedAnalytics') as GraphQLObjectType).getFields()
    expect(Object.keys(members).sort()).toEqual(
      'access breakdown cards expiresAt from name of previous series timeZone to totals'.split(' ').sort(),
    )
    for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }]) {
      const { errors } = await ask(url, '{ statShares { id } }', {}, headers)
      expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    }
  })

  it('need the password if there is one, which an access replaces until the share changes', async () => {
    const { url } = await start(database)
    const account = await newAccount(url)
    const { token, id } = await share(account, { password: 'correct horse' })
    const other = await share(account, { password: 'correct horse' })
    expect(failures(await read(url, { token }))).toEqual([{ message: 'Password required', code: 'FORBIDDEN' }])
    for (const password of ['wrong horse', '', 'x', 'x'.repeat(500)])
      expect(failures(await read(url, { token, password }))).toEqual([{ message: 'Wrong password', code: 'FORBIDDEN' }])
    const { data } = await read(url, { token, password: 'correct horse' })
    const access = data.sharedAnalytics.access as string
    expect((await read(url, { token, access })).errors).toEqual([])
    const later = `${Number.parseInt(access, 10) + 1}${access.slice(access.indexOf('.'))}`
    for (const forged of [later, '', 'NaN.x', access.slice(0, -1), `9${access}`])
      expect(failures(await read(url, { token, access: forged }))).toEqual([
        { message: 'Password required', code: 'FORBIDDEN' },
      ])
    // The access of one share opens no other, even with the same password.
    expect(failures(await read(url, { token: other.token, access }))).toHaveLength(1)
    await account.ask('mutation ($id: ID!) { deleteStatShare(id: $id) }', { id })
    expect(failures(await read(url, { token, access }))).toEqual(NOT_FOUND)
  })

  it('limit guesses like links do: per network, and over all networks per share', async () => {
    const { url } = await start(database, {
      RATELIMIT_PASSWORD_PER_MIN: '5',
      RATELIMIT_AUTH_PER_MIN: '2',
      TRUST_PROXY: '1',
    })
    const account = await newAccount(url)
    const [one, two] = [await share(account, { password: 'first horse' }), await share(account, { password: 'second' })]
    const guess = (token: string, ip: string, password = 'a wrong one') =>
      ask(url, READ, { token, password }, { 'x-forwarded-for': ip })
    const statuses: number[] = []
    for (let network = 1; network <= 12; network++) statuses.push((await guess(one.token, `100.${network}.0.1`)).status)
    // Ten wrong ones an hour, then one per network and minute.
    expect(statuses.every((status) => status === 200)).toBe(true)
    expect((await guess(one.token, '100.1.0.1')).status).toBe(200)
    expect((await guess(one.token, '100.1.0.1')).status).toBe(429)
    // Readers of another page are not slowed down, and requests without a password are no guesses.
    expect((await guess(two.token, '100.99.0.1', 'second')).errors).toEqual([])
    expect((await ask(url, READ, { token: one.token }, { 'x-forwarded-for': '100.1.0.1' })).status).toBe(200)
    const fromOne = await Promise.all(Array.from({ length: 8 }, () => guess(two.token, '100.50.0.1')))
    expect(fromOne.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(3)
  })

  it('end with their link, their tag, their account and their time, and while the account is disabled', async () => {
    const { url, promote } = await start(database)
    const admin = await newAccount(url)
    await promote(admin)
    const { account, tagged, tagId } = await accountWithVisits(url)
    const [ofLink, ofTag, ofAll] = [
      await share(account, { linkId: tagged.id }),
      await share(account, { tagId }),
      await share(account),
    ]
    await account.ask('mutation ($id: ID!) { updateTag(id: $id, name: "Summer") { id } }', { id: tagId })
    expect((await read(url, { token: ofTag.token })).data.sharedAnalytics).toMatchObject({
      name: 'Summer',
      totals: { hits: 2 },
    })
    await account.ask('mutation ($id: ID!) { deleteTag(id: $id) }', { id: tagId })
    await account.ask('mutation ($id: ID!) { deleteShortlink(id: $id) }', { id: tagged.id })
    expect(failures(await read(url, { token: ofLink.token }))).toEqual(NOT_FOUND)
    expect(failures(await read(url, { token: ofTag.token }))).toEqual(NOT_FOUND)
    expect((await account.ask('{ statShares { id } }')).data.statShares).toEqual([{ id: ofAll.id }])
    const disable = 'mutation ($id: ID!, $d: Boolean!) { adminSetUserDisabled(id: $id, disabled: $d) }'
    await admin.ask(disable, { id: account.id, d: true })
    expect(failures(await read(url, { token: ofAll.token }))).toEqual(NOT_FOUND)
    await admin.ask(disable, { id: account.id, d: false })
    expect((await read(url, { token: ofAll.token })).errors).toEqual([])
    const past = await account.ask(CREATE, { expiresAt: '2020-01-01T00:00:00Z' })
    expect(failures(past)).toEqual([{ message: 'expiresAt must be in the future', code: 'BAD_USER_INPUT' }])
    await account.ask('mutation { deleteAccount }')
    expect(failures(await read(url, { token: ofAll.token }))).toEqual(NOT_FOUND)
  })

  it("are the owner's own: others cannot create, list or revoke them, and the audit log has both changes without values", async () => {
    const { url } = await start(database)
    const [{ account, tagged, tagId }, stranger] = [await accountWithVisits(url), await newAccount(url)]
    for (const input of [{ linkId: tagged.id }, { tagId }])
      expect(failures(await stranger.ask(CREATE, input))[0]?.code).toBe('NOT_FOUND')
    const { id, token } = await share(account, { linkId: tagged.id, password: 'correct horse' })
    expect((await stranger.ask('{ statShares { id } }')).data.statShares).toEqual([])
    const revoke = 'mutation ($id: ID!) { deleteStatShare(id: $id) }'
    expect(failures(await stranger.ask(revoke, { id }))).toEqual([
      { message: 'Stat share not found', code: 'NOT_FOUND' },
    ])
    expect((await read(url, { token, password: 'correct horse' })).errors).toEqual([])
    expect((await account.ask(revoke, { id })).data.deleteStatShare).toBe(true)
    const log = await account.ask('{ auditLog(take: 2) { items { action targetKind targetId changed } } }')
    expect(log.data.auditLog.items).toEqual(
      ['deleteStatShare', 'createStatShare'].map((action) => ({
        action,
        targetKind: 'STAT_SHARE',
        targetId: id,
        changed: [],
      })),
    )
    expect(JSON.stringify(log.data)).not.toContain(token)
  })

  it.each([
    'https://example.com/path',
    "https://a.example; script-src 'unsafe-inline'",
    '*',
    'javascript:x',
    'https://*',
  ])('cannot be embedded by %s, which is no origin', async (origin) => {
    const { url } = await start(database)
    const account = await newAccount(url)
    expect(failures(await account.ask(CREATE, { origins: [origin] }))[0]?.code).toBe('BAD_USER_INPUT')
  })

  it('their page may be framed by their origins alone, and no search engine lists it', async () => {
    const { url } = await start(database)
    const account = await newAccount(url)
    const [framed, plain] = [await share(account, { origins: ['https://a.example'] }), await share(account)]
    const headersOf = async (token: string) => (await fetch(`${url}/dash/shared/${token}`)).headers
    const ancestors = (headers: Headers) =>
      /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    expect(ancestors(await headersOf(framed.token))).toBe('https://a.example')
    for (const token of [plain.token, 'unknown']) expect(ancestors(await headersOf(token))).toBe("'none'")
    const headers = await headersOf(framed.token)
    expect([headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual(['noindex, nofollow', 'no-referrer'])
  })
})

it.runIf(DATABASES.includes('postgres'))(
  'a revoked share is gone on every replica with the answer to the revocation',
  async () => {
    const { DATABASE_URL = '' } = await testEnvironment('postgres')
    const [one, two] = [await start('postgres', { DATABASE_URL }), await start('postgres', { DATABASE_URL })]
    const account = await newAccount(one.url)
    const { id, token } = await share(account)
    for (const { url } of [one, two]) expect((await read(url, { token })).errors).toEqual([])
    await account.ask('mutation ($id: ID!) { deleteStatShare(id: $id) }', { id })
    for (const { url } of [two, one]) expect(failures(await read(url, { token }))).toEqual(NOT_FOUND)
  },
)
