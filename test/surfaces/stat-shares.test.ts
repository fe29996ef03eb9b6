import { STAT_CARDS } from '@shortlink/core'
import { buildClientSchema, type GraphQLObjectType, getIntrospectionQuery } from 'graphql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { administrators } from '../support/administrators.ts'
import { ask, follow, newAccount } from '../support/api.ts'
import { countedClicks, makeLinks, PERSON } from '../support/dash.ts'
import { startReplicas } from '../support/replicas.ts'
import { DATABASES, startTestServer, surfaceDatabases, testEnvironment, withPatientReads } from '../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const CREATE = `mutation ($linkId: ID, $tagId: ID, $cards: [StatCard!], $showVisits: Boolean, $password: String, $expiresAt: String, $origins: [String!]) {
  createStatShare(linkId: $linkId, tagId: $tagId, cards: $cards, showVisits: $showVisits, password: $password, expiresAt: $expiresAt, origins: $origins) {
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

const VISIT = 'at country region city device browser os referrer campaign'
const VISITS = `query ($token: String!, $take: Int) {
  sharedAnalytics(token: $token) { visits(take: $take) { ${VISIT} } }
}`

/** Reads a share by REST. Headers are bytes, so texts go as the bytes of UTF-8. */
async function readByRest(url: string, token: string, query = '', headers: Record<string, string> = {}) {
  const encoded = Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')] as const)
  const response = await fetch(`${url}/api/v1/shared/${token}${query}`, { headers: Object.fromEntries(encoded) })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

interface OwnVisit {
  readonly createdAt: string
  readonly device: string
  readonly referrer: string
  readonly browser: { readonly name: string }
  readonly os: { readonly name: string } | null
}

// Each database has its own statements for numbers and visits.
describe.each(DATABASES)('shared statistics on %s', (database) => {
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
        const { body } = await readByRest(url, token, `?bots=EXCLUDE&interval=DAY&breakdown=${by}&take=5`)
        const { from, to, timeZone, totals, previous, series, breakdown } = own.data.analytics
        expect(body).toEqual({
          ...{ from, to, timeZone, totals, previous, series, breakdowns: { [by]: breakdown }, of, name },
          ...{ cards: STAT_CARDS, showVisits: false, expiresAt: null, access: null },
        })
      }
    }
  })

  it("list the owner's recent visits of a link, of a tag and of all links, if they are enabled", async () => {
    const { url } = await start(database)
    const { account, tagged, other, tagId } = await accountWithVisits(url)
    const own = async ({ id }: { readonly id: string }) => {
      const { data } = await account.ask(
        `query ($id: ID!) { getShortlinkInfo(id: $id) { hits { createdAt device referrer browser { name } os { name } } } }`,
        { id },
      )
      return data.getShortlinkInfo.hits.map(({ createdAt, device, referrer, browser, os }: OwnVisit) => ({
        ...{ at: createdAt, country: null, region: null, city: null, device, campaign: null },
        ...{ browser: browser.name, os: os?.name ?? null, referrer: new URL(referrer).host },
      }))
    }
    /** Visits of one millisecond have no order by time. */
    const newestFirst = (visits: readonly { readonly at: string; readonly referrer: string }[]) =>
      visits.toSorted((a, b) => b.at.localeCompare(a.at) || a.referrer.localeCompare(b.referrer))
    const [ofTagged, ofOther] = [await own(tagged), await own(other)]
    for (const [input, visits] of [
      [{ linkId: tagged.id }, ofTagged],
      [{ tagId }, ofTagged],
      [{}, newestFirst([...ofTagged, ...ofOther])],
    ] as const) {
      const { token } = await share(account, { ...input, showVisits: true })
      const listed = (await ask(url, VISITS, { token })).data.sharedAnalytics.visits
      expect(newestFirst(listed)).toEqual(newestFirst(visits))
      expect((await readByRest(url, token, '?visits=20')).body.visits).toEqual(listed)
      expect((await ask(url, VISITS, { token, take: 1 })).data.sharedAnalytics.visits).toEqual(listed.slice(0, 1))
    }
  })
})

describe.each(surfaceDatabases(import.meta.url))('access to shared statistics on %s', (database) => {
  it('list no visits by default, and of each only the facts of the selected cards', async () => {
    const { url } = await start(database)
    const { account, tagged } = await accountWithVisits(url)
    const { token } = await share(account, { linkId: tagged.id })
    expect(failures(await ask(url, VISITS, { token }))).toEqual([
      { message: 'visits are not shared on this page', code: 'BAD_USER_INPUT' },
    ])
    expect(await readByRest(url, token, '?visits=1')).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'visits', detail: 'visits are not shared on this page' }] },
    })
    for (const [cards, shown] of [
      [[], []],
      [['SOURCES'], ['referrer']],
      [['DEVICES'], ['device', 'browser']],
    ] as const) {
      const { token } = await share(account, { linkId: tagged.id, cards, showVisits: true })
      const { body } = await readByRest(url, token, '?visits=5')
      expect(body.visits).toHaveLength(2)
      for (const visit of body.visits) {
        expect(Object.keys(visit)).toEqual(VISIT.split(' '))
        const known = Object.keys(visit).filter((name) => visit[name] !== null && name !== 'os')
        expect(known).toEqual(expect.arrayContaining(['at', ...shown]))
        expect(known).toHaveLength(1 + shown.length)
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
    expect((await readByRest(url, token, '?breakdown=REFERRER')).body.detail).toBe(
      'REFERRER is not shared on this page',
    )
    for (const query of ['linkIds=x', 'tags=Spring', 'where=[]', 'password=x'])
      expect((await readByRest(url, token, `?${query}`)).status).toBe(400)
    expect((await read(url, { token, by: 'OS' })).data.sharedAnalytics.breakdown.rows[0].hits).toBe(2)
    const schema = buildClientSchema((await ask(url, getIntrospectionQuery())).data)
    const field = schema.getQueryType()?.getFields().sharedAnalytics
    expect(field?.args.map(({ name }) => name).sort()).toEqual(
      ['access', 'bots', 'from', 'password', 'timeZone', 'to', 'token'].sort(),
    )
    const members = (schema.getType('SharedAnalytics') as GraphQLObjectType).getFields()
    expect(Object.keys(members).sort()).toEqual(
      'access breakdown cards expiresAt from name of previous series showVisits timeZone to totals visits'
        .split(' ')
        .sort(),
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

  it('are read by REST with the password or the access in a header, and no cache or search engine stores them', async () => {
    const { url } = await start(database)
    const account = await newAccount(url)
    const { token, id } = await share(account, { password: 'schönes Pferd' })
    const refused = { code: 'FORBIDDEN', status: 403 }
    expect((await readByRest(url, token)).body).toMatchObject({ ...refused, detail: 'Password required' })
    const wrong = await readByRest(url, token, '', { 'share-password': 'schönes Rind' })
    expect(wrong.body).toMatchObject({ ...refused, detail: 'Wrong password' })
    const right = await readByRest(url, token, '', { 'share-password': 'schönes Pferd' })
    expect(right.status).toBe(200)
    const byAccess = { 'share-access': right.body.access }
    expect((await readByRest(url, token, '', byAccess)).status).toBe(200)
    for (const { headers } of [wrong, right])
      expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex, nofollow'])
    await account.ask('mutation ($id: ID!) { deleteStatShare(id: $id) }', { id })
    expect((await readByRest(url, token, '', byAccess)).status).toBe(404)
  })

  it('look the same whether they expired, were revoked or never existed', async () => {
    const { url } = await start(database)
    const account = await newAccount(url)
    const expiresAt = new Date(Date.now() + 1500).toISOString()
    const [expired, revoked] = [await share(account, { expiresAt, password: 'first horse' }), await share(account)]
    await account.ask('mutation ($id: ID!) { deleteStatShare(id: $id) }', { id: revoked.id })
    await expect.poll(async () => (await readByRest(url, expired.token)).status).toBe(404)
    const unknown = expired.token.split('').reverse().join('')
    const looks = async (token: string) => {
      const { status, headers, body } = await readByRest(url, token, '', { 'share-password': 'first horse' })
      const page = await fetch(`${url}/dash/shared/${token}`)
      const byGraphql = failures(await read(url, { token, password: 'first horse' }))
      return [status, [...headers.keys()], body, byGraphql, page.status, await page.text()]
    }
    const [first, ...others] = await Promise.all([unknown, expired.token, revoked.token].map(looks))
    for (const other of others) expect(other).toEqual(first)
    expect(first?.[3]).toEqual(NOT_FOUND)
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
    // REST counts with GraphQL.
    const guessByRest = (ip: string) =>
      readByRest(url, one.token, '', { 'share-password': 'a wrong one', 'x-forwarded-for': ip })
    const limited = await guessByRest('100.1.0.1')
    expect([limited.status, limited.headers.has('retry-after')]).toEqual([429, true])
    expect((await guessByRest('100.77.0.1')).status).toBe(403)
    expect((await guessByRest('100.77.0.1')).status).toBe(429)
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
    const { id, token } = await share(account, { showVisits: true })
    const readers = [
      async (url: string) => (await read(url, { token })).errors.length,
      async (url: string) => (await ask(url, VISITS, { token })).errors.length,
      async (url: string) => Number((await readByRest(url, token, '?visits=1')).status !== 200),
    ]
    for (const { url } of [one, two]) for (const reader of readers) expect(await reader(url)).toBe(0)
    await account.ask('mutation ($id: ID!) { deleteStatShare(id: $id) }', { id })
    for (const { url } of [two, one]) {
      expect(failures(await read(url, { token }))).toEqual(NOT_FOUND)
      for (const reader of readers) expect(await reader(url)).toBe(1)
    }
  },
)

it('another server on the same Postgres shows a change of shared statistics, and none once they are revoked', async () => {
  const replicas = await startReplicas('postgres')
  onTestFinished(async () => void (await replicas.close()))
  const [here, there] = replicas.servers.map(({ url }) => url) as [string, string]
  const account = await newAccount(here)
  const { id, token } = await share(account)
  const cards = async () => (await read(there, { token })).data?.sharedAnalytics?.cards
  expect(await cards()).toEqual([...STAT_CARDS])
  const update = 'mutation ($id: ID!) { updateStatShare(id: $id, cards: [SOURCES]) { id } }'
  expect((await account.ask(update, { id })).errors).toEqual([])
  expect(await cards()).toEqual(['SOURCES'])
  await account.ask('mutation ($id: ID!) { deleteStatShare(id: $id) }', { id })
  expect(failures(await read(there, { token }))).toEqual(NOT_FOUND)
})
