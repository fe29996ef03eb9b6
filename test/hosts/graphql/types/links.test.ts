import { describe, expect, it, vi } from 'vitest'
import { testPorts } from '../../../support/ports.ts'
import { CLIENT_IP, openFixture } from '../fixture.ts'

const LINK = 'id shortlink target title hitCount enableTracking createdAt hostname rules { type value target }'

describe('createShortlink', () => {
  it('createShortlink uses the requested slug, or generates one', async () => {
    const { ask } = openFixture()
    const { data } = await ask(`mutation {
      asked: createShortlink(target: "https://example.com/", shortlink: "mine")
      fresh: createShortlink(target: "https://example.com/")
    }`)
    expect(data).toEqual({ asked: 'mine', fresh: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{7}$/) })
  })

  it('createShortlink stores title, tracking and rules of users', async () => {
    const { newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    const rules = [{ type: 'country', value: 'IT', target: 'https://example.it/' }]
    const { id } = await newLink({ shortlink: 'mine', title: 'A title', enableTracking: false, rules })
    const { data } = await ask(`query ($id: ID!) { getShortlinkInfo(id: $id) { ${LINK} } }`, { id })
    expect(data.getShortlinkInfo).toEqual({
      id,
      shortlink: 'mine',
      target: 'https://example.com/',
      title: 'A title',
      hitCount: 0,
      enableTracking: false,
      createdAt: '2026-01-01T12:00:00.000Z',
      hostname: null,
      rules,
    })
  })

  it('createShortlink treats an explicit null as an omitted argument', async () => {
    const { newAccount } = openFixture()
    const { ask } = await newAccount()
    const { data, errors } = await ask(`mutation {
      createShortlink(target: "https://example.com/", shortlink: null, title: null, enableTracking: null, domainId: null, rules: null)
    }`)
    expect(errors).toEqual([])
    expect(data.createShortlink).toHaveLength(7)
  })

  it.each([
    ['a relative path', '/path'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['a file', 'file:///etc/passwd'],
    ['2049 characters', `https://example.com/${'x'.repeat(2029)}`],
    ['NUL', 'https://example.com/\0'],
    ['a lone surrogate', 'https://example.com/\ud800'],
    ['nothing', ''],
  ])('createShortlink refuses %s as target', async (_what, target) => {
    const { ask } = openFixture()
    const { data, errors } = await ask('mutation ($target: String!) { createShortlink(target: $target) }', { target })
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ path: ['createShortlink'], extensions: { code: 'BAD_USER_INPUT' } }])
    expect(errors[0]?.message).toContain('target')
  })

  it('createShortlink accepts a target of 2048 characters', async () => {
    const { ask } = openFixture()
    const target = `https://example.com/${'x'.repeat(2028)}`
    const { errors } = await ask('mutation ($target: String!) { createShortlink(target: $target) }', { target })
    expect(errors).toEqual([])
  })

  it.each([
    ['with a space', 'a b', 'BAD_USER_INPUT'],
    ['of 101 characters', 'x'.repeat(101), 'BAD_USER_INPUT'],
    ['that is empty', '', 'BAD_USER_INPUT'],
    ['that is reserved', 'GraphQL', 'BAD_USER_INPUT'],
    ['that is taken', 'taken', 'CONFLICT'],
  ])('createShortlink refuses a slug %s', async (_what, slug, code) => {
    const { ask } = openFixture()
    const create = 'mutation ($slug: String) { createShortlink(target: "https://example.com/", shortlink: $slug) }'
    await ask(create, { slug: 'taken' })
    const { errors } = await ask(create, { slug })
    expect(errors).toMatchObject([{ extensions: { code } }])
  })

  it('createShortlink distinguishes a taken from a reserved slug', async () => {
    const { ask } = openFixture()
    const create = 'mutation ($slug: String) { createShortlink(target: "https://example.com/", shortlink: $slug) }'
    await ask(create, { slug: 'taken' })
    const messages = [await ask(create, { slug: 'taken' }), await ask(create, { slug: 'mcp' })].map(
      ({ errors }) => errors[0]?.message,
    )
    expect(messages).toEqual(['Slug already exists', 'Slug is reserved'])
  })

  it('createShortlink refuses an unknown domain', async () => {
    const { newAccount } = openFixture()
    const { ask } = await newAccount()
    const { errors } = await ask('mutation { createShortlink(target: "https://example.com/", domainId: "none") }')
    expect(errors).toMatchObject([{ message: 'Domain not found', extensions: { code: 'NOT_FOUND' } }])
  })

  it('createShortlink needs a login under REQUIRE_AUTH_FOR_CREATE', async () => {
    const { ask, newAccount } = openFixture({
      ports: { policy: { ...testPorts().policy, requireAuthForCreate: true } },
    })
    const create = 'mutation { createShortlink(target: "https://example.com/") }'
    const refused = await ask(create)
    expect(refused.errors).toMatchObject([
      { message: 'You must be logged in.', extensions: { code: 'UNAUTHENTICATED' } },
    ])
    expect((await (await newAccount()).ask(create)).errors).toEqual([])
  })
})

describe('shortlinkConnection', () => {
  it('shortlinkConnection pages through the caller’s links only, newest first', async () => {
    const { newAccount, ports } = openFixture()
    const [me, other] = [await newAccount(), await newAccount()]
    await other.newLink({ shortlink: 'theirs' })
    for (const shortlink of ['first', 'second', 'third']) {
      await me.newLink({ shortlink })
      ports.clock.advance(1000)
    }
    const { data } = await me.ask('{ shortlinkConnection(take: 2, skip: 1) { items { shortlink } totalCount } }')
    expect(data.shortlinkConnection).toEqual({
      items: [{ shortlink: 'second' }, { shortlink: 'first' }],
      totalCount: 3,
    })
  })

  it('shortlinkConnection continues after a link, and skips from there', async () => {
    const { newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    const stranger = await (await newAccount()).newLink()
    for (const shortlink of ['first', 'second', 'third', 'fourth']) await newLink({ shortlink })
    const list = (variables: object) =>
      ask(
        `query ($after: ID, $skip: Int) {
          shortlinkConnection(after: $after, skip: $skip, take: 2) { totalCount items { id shortlink } } }`,
        variables,
      )
    const slugs = (answer: Awaited<ReturnType<typeof list>>) =>
      answer.data.shortlinkConnection.items.map(({ shortlink }: { shortlink: string }) => shortlink)
    const first = await list({})
    const after = first.data.shortlinkConnection.items[0].id
    expect(slugs(first)).toEqual(['fourth', 'third'])
    expect(slugs(await list({ after }))).toEqual(['third', 'second'])
    expect(slugs(await list({ after, skip: 1 }))).toEqual(['second', 'first'])
    expect((await list({ after })).data.shortlinkConnection.totalCount).toBe(4)
    for (const wrong of [stranger.id, 'none']) {
      const { errors } = await list({ after: wrong })
      expect(errors).toMatchObject([{ message: 'Shortlink not found', extensions: { code: 'NOT_FOUND' } }])
    }
  })

  const TOTAL = 'fragment Total on ShortlinkConnection { totalCount }'

  it.each([
    ['{ shortlinkConnection { totalCount } }', true],
    ['{ shortlinkConnection { total: totalCount } }', true],
    [`{ shortlinkConnection { ... on ShortlinkConnection { items { id } ...Total } } } ${TOTAL}`, true],
    ['{ shortlinkConnection { items { id } } shortlinkConnection(skip: 1) { totalCount } }', true],
    ['{ shortlinkConnection { items { id } } }', false],
    [
      '{ shortlinkConnection { items { id } totalCount @skip(if: true) ... @include(if: false) { totalCount } } }',
      false,
    ],
    ['query ($all: Boolean = false) { shortlinkConnection { items { id } totalCount @include(if: $all) } }', false],
    ['{ getUserInfo { shortlinks { id } } }', false],
  ])('%s counts the links: %s', async (query, counted) => {
    const { newAccount, ports } = openFixture()
    const { ask } = await newAccount()
    const list = vi.spyOn(ports.store.links, 'list').mockResolvedValue([])
    const count = vi.spyOn(ports.store.links, 'count').mockResolvedValue(7)
    // Behind the first page, so that the number does not follow from an empty one.
    const { errors } = await ask(query.replace('shortlinkConnection {', 'shortlinkConnection(skip: 1) {'))
    expect(errors).toEqual([])
    expect([list.mock.calls.length, count.mock.calls.length]).toEqual([1, counted ? 1 : 0])
  })

  it('shortlinkConnection searches slug, target and title', async () => {
    const { newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    await newLink({ shortlink: 'needle-1' })
    await newLink({ shortlink: 'b', target: 'https://example.com/NEEDLE' })
    await newLink({ shortlink: 'c', title: 'A Needle' })
    await newLink({ shortlink: 'd' })
    const { data } = await ask('{ shortlinkConnection(search: "needle") { totalCount } }')
    expect(data.shortlinkConnection.totalCount).toBe(3)
  })

  it.each(['take: 101', 'take: -1', 'skip: -1', 'take: 2147483647'])(
    'shortlinkConnection refuses %s',
    async (argument) => {
      const { newAccount } = openFixture()
      const { ask } = await newAccount()
      const { errors } = await ask(`{ shortlinkConnection(${argument}) { totalCount } }`)
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    },
  )
})

describe('bulk mutations', () => {
  it('a bulk mutation answers each item in order, and a failing item fails alone', async () => {
    const { newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    await newLink({ shortlink: 'taken' })
    const { data } = await ask(
      `mutation ($inputs: [CreateShortlinkInput!]!) {
        createShortlinks(inputs: $inputs) { index ok shortlink { shortlink } error }
      }`,
      {
        inputs: [
          { target: 'https://example.com/', shortlink: 'one' },
          {},
          { target: null },
          { target: 'ftp://example.com/' },
          { target: 'https://example.com/', shortlink: 'taken' },
          { target: 'https://example.com/', shortlink: 'six' },
        ],
      },
    )
    expect(data.createShortlinks).toEqual([
      { index: 0, ok: true, shortlink: { shortlink: 'one' }, error: null },
      { index: 1, ok: false, shortlink: null, error: 'target is required' },
      { index: 2, ok: false, shortlink: null, error: 'target is required' },
      { index: 3, ok: false, shortlink: null, error: 'target must be an absolute http:// or https:// URL' },
      { index: 4, ok: false, shortlink: null, error: 'Slug already exists' },
      { index: 5, ok: true, shortlink: { shortlink: 'six' }, error: null },
    ])
  })

  it('updateShortlinks changes given fields, keeps omitted ones and clears null ones', async () => {
    const { newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    const rules = [{ type: 'country', value: 'IT', target: 'https://example.it/' }]
    const { id } = await newLink({ title: 'Before', rules })
    const update = async (item: object) => {
      const { data } = await ask(
        `mutation ($inputs: [UpdateShortlinkInput!]!) {
          updateShortlinks(inputs: $inputs) { ok error shortlink { target title enableTracking rules { value } } }
        }`,
        { inputs: [{ id, ...item }] },
      )
      return data.updateShortlinks[0]
    }
    expect((await update({ target: 'https://example.org/' })).shortlink).toEqual({
      target: 'https://example.org/',
      title: 'Before',
      enableTracking: true,
      rules: [{ value: 'IT' }],
    })
    expect((await update({ title: null, rules: null, enableTracking: false })).shortlink).toEqual({
      target: 'https://example.org/',
      title: null,
      enableTracking: false,
      rules: [],
    })
    expect(await update({ target: null })).toMatchObject({ ok: false, shortlink: null })
  })

  it('a bulk mutation leaves links of other users unchanged', async () => {
    const { newAccount } = openFixture()
    const [me, other] = [await newAccount(), await newAccount()]
    const { id } = await other.newLink()
    const { data } = await me.ask(
      `mutation ($id: ID!) {
        updateShortlinks(inputs: [{ id: $id, title: "Mine" }]) { ok error }
        deleteShortlinks(ids: [$id]) { index id ok error }
      }`,
      { id },
    )
    expect(data).toEqual({
      updateShortlinks: [{ ok: false, error: 'Shortlink not found' }],
      deleteShortlinks: [{ index: 0, id, ok: false, error: 'Shortlink not found' }],
    })
    expect((await other.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { title } }', { id })).data).toEqual({
      getShortlinkInfo: { title: null },
    })
  })

  it('deleteShortlinks deletes links', async () => {
    const { newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    const { id } = await newLink()
    const { data } = await ask('mutation ($id: ID!) { deleteShortlinks(ids: [$id]) { index id ok error } }', { id })
    expect(data.deleteShortlinks).toEqual([{ index: 0, id, ok: true, error: null }])
    const { errors } = await ask('query ($id: ID!) { getShortlinkInfo(id: $id) { id } }', { id })
    expect(errors).toMatchObject([{ message: 'Shortlink not found', extensions: { code: 'NOT_FOUND' } }])
  })

  it('a bulk mutation takes at most a thousand items, also inline in the query', async () => {
    const { newAccount } = openFixture()
    const { ask } = await newAccount()
    const create = (count: number) =>
      ask(`mutation { createShortlinks(inputs: [${'{ target: "https://example.com/" } '.repeat(count)}]) { ok } }`)
    const { data } = await create(1000)
    expect(data.createShortlinks).toHaveLength(1000)
    expect((await create(1001)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })
})

describe('single reads', () => {
  it('a link of another user looks like a missing one', async () => {
    const { newAccount } = openFixture()
    const [me, other] = [await newAccount(), await newAccount()]
    const { id } = await other.newLink()
    const read = 'query ($id: ID!) { getShortlinkInfo(id: $id) { id } }'
    const [theirs, missing, none] = [
      await me.ask(read, { id }),
      await me.ask(read, { id: '00000000-0000-7000-8000-ffffffffffff' }),
      await me.ask(read, { id: 'none' }),
    ]
    for (const { data, errors } of [theirs, missing, none]) {
      expect(data).toEqual({ getShortlinkInfo: null })
      expect(errors).toMatchObject([{ message: 'Shortlink not found', extensions: { code: 'NOT_FOUND' } }])
    }
  })

  it('the link totals count links and hits', async () => {
    const { newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    await newLink({ shortlink: 'tracked' })
    await newLink({ shortlink: 'untracked', enableTracking: false })
    const { data } = await ask(
      '{ shortlinkAnalytics { totalLinks trackedLinks totalClicks topLinks { id shortlink hostname hitCount } } }',
    )
    expect(data.shortlinkAnalytics).toMatchObject({ totalLinks: 2, trackedLinks: 1, totalClicks: 0 })
    expect(data.shortlinkAnalytics.topLinks).toHaveLength(2)
  })
})

describe('where a slug leads', () => {
  const headers = { 'user-agent': 'A browser', referer: 'https://referrer.example/' }

  it.each([
    ['targetUrl', 'query ($slug: String!) { targetUrl(shortlink: $slug) }'],
    ['getTargetByShortlink', 'query ($slug: String!) { getTargetByShortlink(shortlink: $slug) }'],
    ['getTargetByShortlink', 'mutation ($slug: String!) { getTargetByShortlink(shortlink: $slug) }'],
  ])('a target is returned by %s in a %s, and the visit is recorded as the caller’s own', async (name, query) => {
    const { newAccount, ask, ports } = openFixture()
    const { newLink } = await newAccount()
    const { id, slug } = await newLink()
    const { data } = await ask(query, { slug }, headers)
    expect(data).toEqual({ [name]: 'https://example.com/' })
    expect(ports.visits).toMatchObject([
      { link: id, ip: CLIENT_IP, userAgent: 'A browser', referrer: 'https://referrer.example/' },
    ])
  })

  it('following an untracked link records no visit', async () => {
    const { newAccount, ask, ports } = openFixture()
    const { slug } = await (await newAccount()).newLink({ enableTracking: false })
    expect((await ask('query ($slug: String!) { targetUrl(shortlink: $slug) }', { slug })).data.targetUrl).toBe(
      'https://example.com/',
    )
    expect(ports.visits).toEqual([])
  })

  it.each(['a\u0000', 'a'.repeat(2049)])(
    'with a password, a malformed slug is refused before it is looked up',
    async (slug) => {
      const looked: string[] = []
      const find = (_host: string, slug: string) => void looked.push(slug)
      const { ask } = openFixture({ ports: { servedLinks: { find } } })
      const query = 'query ($slug: String!) { targetUrl(shortlink: $slug, password: "a password") }'
      expect((await ask(query, { slug })).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
      expect(looked).toEqual([])
    },
  )

  it('following an unknown slug is not found', async () => {
    const { ask } = openFixture()
    const { data, errors } = await ask('{ targetUrl(shortlink: "none") }')
    expect(data).toEqual({ targetUrl: null })
    expect(errors).toMatchObject([{ message: 'Target not found', extensions: { code: 'NOT_FOUND' } }])
  })
})
