import { describe, expect, it } from 'vitest'
import { grantPlan } from '../../../support/grant-plan.ts'
import { connect, textOf } from '../client.ts'
import { openFixture } from '../fixture.ts'

async function start() {
  const fixture = await openFixture()
  const user = await fixture.newUser()
  return { ...fixture, user, ...(await connect(fixture.url, user.key)) }
}

const target = 'https://example.com/page'
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

/** What lists have of a link that was created with a target alone. */
const PLAIN = {
  ...{ status: 'ACTIVE', startsAt: null, expiresAt: null, fallbackTarget: null, maxVisits: null, visitsLeft: null },
  ...{
    hasPassword: false,
    enabled: true,
    archived: false,
    redirectStatus: 302,
    forwardQuery: false,
    forwardPath: false,
  },
  ...{ utm: null, tags: [], note: null, externalId: null, preview: null, aliases: [], updatedAt: INSTANT },
}

/** A new link to `target` on the service's own host, as tools return it. */
const ofLink = (slug: string) => ({
  ...PLAIN,
  ...{ id: expect.any(String), target, slug, hostname: null, title: null, hitCount: 0 },
  ...{ shortUrl: `http://localhost:3000/${slug}`, createdAt: INSTANT },
})

describe('link tools', () => {
  it('whoami returns the account of the key, its plan, the base address and the scopes', async () => {
    const { call, user, ports } = await start()
    const account = await ports.store.users.find(user.userId)
    const who = { userId: user.userId, name: 'Someone', email: account?.email }
    const expected = { ...who, baseUrl: 'http://localhost:3000', scopes: null }
    expect(await call('whoami')).toEqual({ ...expected, plan: 'FREE' })
    ;(await grantPlan(ports, account?.email ?? '', 'PRO'))._unsafeUnwrap()
    expect(await call('whoami')).toEqual({ ...expected, plan: 'PRO' })
  })

  it('create_shortlink uses the requested slug, or generates one', async () => {
    const { call } = await start()
    expect(await call('create_shortlink', { target, slug: 'mine' })).toEqual({
      id: expect.any(String),
      target,
      slug: 'mine',
      hostname: null,
      shortUrl: 'http://localhost:3000/mine',
      createdAt: INSTANT,
    })
    expect((await call('create_shortlink', { target })).slug).toMatch(/^[1-9A-HJ-NP-Za-km-z]{7}$/)
  })

  it('a tool returns the same data as text and as structured content', async () => {
    const { callWhole } = await start()
    const created = await callWhole('create_shortlink', { target })
    expect(created.structuredContent).toEqual(textOf(created))
    const listed = await callWhole('list_shortlinks')
    expect(listed.structuredContent).toEqual({ shortlinks: textOf(listed) })
  })

  it('get_shortlink and list_shortlinks return links, newest first', async () => {
    const { call } = await start()
    const { id } = await call('create_shortlink', { target, slug: 'first' })
    await call('create_shortlink', { target, slug: 'second' })
    const first = { ...ofLink('first'), id, hitCount: 0 }
    expect(await call('get_shortlink', { id })).toEqual({ ...first, enableTracking: true, rules: [] })
    const { createdAt, hostname, shortUrl, title, updatedAt } = first
    const listed = { id, slug: 'first', hostname, shortUrl, target, title, hitCount: 0, createdAt, updatedAt }
    expect(await call('list_shortlinks')).toEqual([expect.objectContaining({ slug: 'second' }), listed])
    expect((await call('get_shortlink', { id })).createdAt).toBe((await call('list_shortlinks'))[1].createdAt)
  })

  it('get_shortlink and its resource return what the other tools write: rules and tracking', async () => {
    const { call, callWhole, read } = await start()
    const rules = [{ type: 'os', value: 'ios', target: 'https://example.com/ios' }]
    const { id } = await call('create_shortlink', { target, rules })
    await call('update_shortlinks', { inputs: [{ id, enableTracking: false }] })
    const found = await callWhole('get_shortlink', { id })
    expect(found.structuredContent).toMatchObject({ enableTracking: false, rules })
    expect(textOf(found)).toEqual(found.structuredContent)
    expect(await read(`shortlink://${id}`)).toMatchObject({ enableTracking: false, rules })
  })

  it('lists page by an opaque cursor, which the result and its _meta carry', async () => {
    const { call, callWhole } = await start()
    for (const slug of ['a1', 'a2', 'a3']) await call('create_shortlink', { target, slug })
    const first = await callWhole('list_shortlinks', { limit: 2 })
    const cursor = first._meta?.nextCursor
    expect(textOf(first).map((link: { slug: string }) => link.slug)).toEqual(['a3', 'a2'])
    expect(first.structuredContent).toMatchObject({ nextCursor: cursor })
    const last = await callWhole('list_shortlinks', { limit: 2, cursor })
    expect(textOf(last).map((link: { slug: string }) => link.slug)).toEqual(['a1'])
    expect(last._meta).toBeUndefined()
  })

  it('list_shortlinks searches slugs, targets and titles, page by page', async () => {
    const { call, callWhole } = await start()
    for (const slug of ['spring-1', 'autumn', 'spring-2']) await call('create_shortlink', { target, slug })
    const { id } = await call('create_shortlink', { target: 'https://example.com/SPRING', slug: 'x' })
    await call('update_shortlinks', { inputs: [{ slug: 'autumn', title: 'After spring' }] })
    const slugsOf = (found: { slug: string }[]) => found.map(({ slug }) => slug)
    expect(slugsOf(await call('list_shortlinks', { search: 'Spring' }))).toEqual([
      'x',
      'spring-2',
      'autumn',
      'spring-1',
    ])
    expect(await call('list_shortlinks', { search: 'com/spring' })).toMatchObject([{ id }])
    expect(await call('list_shortlinks', { search: 'winter' })).toEqual([])
    const first = await callWhole('list_shortlinks', { search: 'spring', limit: 3 })
    expect(slugsOf(textOf(first))).toEqual(['x', 'spring-2', 'autumn'])
    const rest = { search: 'spring', limit: 3, cursor: first._meta?.nextCursor }
    expect(slugsOf(await call('list_shortlinks', rest))).toEqual(['spring-1'])
    expect(await call('list_shortlinks', { search: ' ' })).toHaveLength(4)
  })

  it('update_shortlinks changes given fields only, item by item', async () => {
    const { call } = await start()
    const { id } = await call('create_shortlink', { target })
    const results = await call('update_shortlinks', {
      inputs: [
        { id, title: 'New' },
        { id: 'nothing', title: 'x' },
        { id, target: 'javascript:alert(1)' },
        { title: 'of no link' },
        { id, slug: 'y', title: 'of two links' },
        { id: 7 },
        'no item',
      ],
    })
    expect(results).toEqual([
      { id, ok: true },
      { id: 'nothing', ok: false, error: 'Shortlink not found' },
      { id, ok: false, error: 'target must be an absolute http:// or https:// URL' },
      { ok: false, error: 'id or slug is required' },
      { id, slug: 'y', ok: false, error: 'id and slug cannot be combined; send only one' },
      { ok: false, error: expect.any(String) },
      { ok: false, error: expect.any(String) },
    ])
    expect(await call('get_shortlink', { id })).toMatchObject({ title: 'New', target })
    await call('update_shortlinks', { inputs: [{ id, title: null }] })
    expect(await call('get_shortlink', { id })).toMatchObject({ title: null })
  })

  it('delete_shortlinks deletes item by item', async () => {
    const { call } = await start()
    const { id } = await call('create_shortlink', { target })
    expect(await call('delete_shortlinks', { ids: [id, id] })).toEqual([
      { index: 0, id, ok: true },
      { index: 1, id, ok: false, error: 'Shortlink not found' },
    ])
    expect(await call('get_shortlink', { id })).toEqual({ error: 'Shortlink not found' })
  })

  it('the hit tools list visits, newest first, and count them by country', async () => {
    const { call, user } = await start()
    const { id } = await call('create_shortlink', { target })
    await user.visit(id, ['DE', null, 'DE'])
    expect(await call('get_hit_stats', { id })).toEqual({
      hitCount: 3,
      hits: [
        { timestamp: '2023-11-14T22:13:20.002Z', userAgent: 'Mozilla/5.0', ip: '203.0.113.7', country: 'DE' },
        { timestamp: '2023-11-14T22:13:20.001Z', userAgent: 'Mozilla/5.0', ip: '203.0.113.7', country: null },
        { timestamp: '2023-11-14T22:13:20.000Z', userAgent: 'Mozilla/5.0', ip: '203.0.113.7', country: 'DE' },
      ],
      byCountry: [
        { country: 'DE', count: 2 },
        { country: 'ZZ', count: 1 },
      ],
    })
  })

  it('get_hit_stats returns as many visits as limit says, 10 by default', async () => {
    const { call, user } = await start()
    const { id } = await call('create_shortlink', { target })
    await user.visit(id, Array(130).fill('DE'))
    expect((await call('get_hit_stats', { id })).hits).toHaveLength(10)
    expect((await call('get_hit_stats', { id, limit: 120 })).hits).toHaveLength(120)
    expect(await call('get_hit_stats', { id, limit: 130 })).not.toHaveProperty('nextCursor')
    expect(await call('get_hit_stats', { id, limit: 0 })).toEqual({
      hitCount: 130,
      hits: [],
      byCountry: [{ country: 'DE', count: 130 }],
    })
    expect(await call('get_hit_stats', { id, limit: 1001 })).toEqual({ error: 'limit must be at most 1000' })
    expect(await call('get_hit_stats', { id, limit: -1 })).toEqual({ error: 'limit must be at least 0' })
  })

  it('get_hit_stats returns all visits, page by page', async () => {
    const { call, callWhole, user } = await start()
    const { id } = await call('create_shortlink', { target })
    await user.visit(id, ['DE', 'FR', 'IT'])
    const { hits } = await call('get_hit_stats', { id })
    const first = await callWhole('get_hit_stats', { id, limit: 2 })
    expect(first.structuredContent).toMatchObject({ hitCount: 3, nextCursor: textOf(first).nextCursor })
    const second = await call('get_hit_stats', { id, limit: 2, cursor: textOf(first).nextCursor })
    expect([...textOf(first).hits, ...second.hits]).toEqual(hits)
    expect(second).not.toHaveProperty('nextCursor')
    expect(await call('get_hit_stats', { id, cursor: 'none' })).toEqual({
      error: 'cursor must be nextCursor of the previous page; omit it to start over',
    })
  })

  it('get_hit_stats sends visits once: in the text, beside which the structured content has the sums', async () => {
    const { call, callWhole, user } = await start()
    const { id } = await call('create_shortlink', { target })
    await user.visit(id, ['DE', 'DE'])
    const answer = await callWhole('get_hit_stats', { id })
    expect(textOf(answer).hits).toHaveLength(2)
    expect(answer.structuredContent).toEqual({ hitCount: 2, byCountry: [{ country: 'DE', count: 2 }] })
    expect(JSON.stringify(answer).split('Mozilla/5.0')).toHaveLength(3)
  })

  it('links are also read as resources, and archived ones are not listed', async () => {
    const { client, call, read, user } = await start()
    const { id } = await call('create_shortlink', { target, slug: 'res' })
    await user.visit(id, ['FR'])
    const link = { ...ofLink('res'), id, hitCount: 1 }
    const archived = await call('create_shortlink', { target, slug: 'kept' })
    await call('update_shortlinks', { inputs: [{ id: archived.id, archived: true }] })
    expect(await read('shortlink://list')).toEqual([link])
    expect(await read(`shortlink://${id}`)).toEqual({
      ...link,
      ...{ enableTracking: true, rules: [] },
      hits: [expect.objectContaining({ country: 'FR' })],
      byCountry: [{ country: 'FR', count: 1 }],
    })
    expect(await read('shortlink://nothing')).toEqual({ error: 'Shortlink not found' })
    expect((await client.listResources()).resources.map((resource) => resource.uri)).toEqual(['shortlink://list'])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual(['shortlink://{id}'])
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('Resource not found')
  })

  it.each([
    ['create_shortlink', {}, 'target is required'],
    ['create_shortlink', { target: 7 }, 'target must be a string'],
    ['create_shortlink', { target: 'javascript:alert(1)' }, 'target must be an absolute http:// or https:// URL'],
    [
      'create_shortlink',
      { target: 'https://example.com/a b' },
      'target must not contain spaces or line breaks; write a space as %20',
    ],
    ['create_shortlink', { target: 'two words' }, 'target must be an absolute http:// or https:// URL'],
    [
      'create_shortlink',
      { target: `https://example.com/${'a'.repeat(2048)}` },
      'target must have at most 2048 characters',
    ],
    ['create_shortlink', { target, slug: 'no spaces' }, 'slug may contain only A-Z a-z 0-9 _ -'],
    ['create_shortlink', { target, slug: 'graphql' }, 'Slug is reserved'],
    [
      'create_shortlink',
      { target, slgu: 'a' },
      'Unknown argument slgu; allowed: target, slug, domainId, rules, title, password, startsAt, ' +
        'expiresAt, fallbackTarget, maxVisits, redirectStatus, forwardQuery, forwardPath, utm, tags, note, externalId, preview, reuse, idempotencyKey, dryRun',
    ],
    ['create_shortlink', { target, rules: [{ type: 'country', value: 'DE' }] }, 'rules.0.target is required'],
    ['get_shortlink', {}, 'id or slug is required'],
    ['get_shortlink', { id: 'x', slug: 'y' }, 'id and slug cannot be combined; send only one'],
    ['get_shortlink', { id: 'x', hostname: 'go.example.com' }, 'hostname requires slug; an id needs no hostname'],
    ['get_hit_stats', { id: null }, 'id or slug is required'],
    ['get_hit_stats', { id: 7 }, 'id must be a string'],
    ['list_shortlinks', { search: 7 }, 'search must be a string'],
    ['update_shortlinks', { inputs: [] }, 'inputs must have at least 1 item'],
    ['update_shortlinks', { inputs: [{ id: 'x', rules: [] }] }, 'Unknown argument inputs.0.rules'],
    ['delete_shortlinks', {}, 'ids or slugs is required'],
    ['delete_shortlinks', { ids: ['x'], slugs: ['y'] }, 'ids and slugs cannot be combined; send only one'],
    ['delete_shortlinks', { ids: ['x'], hostname: 'go.example.com' }, 'hostname requires slugs; ids need no hostname'],
    ['delete_shortlinks', { slugs: [] }, 'slugs must have at least 1 item'],
    ['delete_shortlinks', { ids: Array(101).fill('x') }, 'ids must have at most 100 items'],
    ['list_shortlinks', { limit: 1001 }, 'limit must be at most 1000'],
    ['list_shortlinks', { limit: 1.5 }, 'limit must be a whole number'],
    ['list_shortlinks', { cursor: '!' }, 'cursor must be nextCursor of the previous page; omit it to start over'],
  ])('%s refuses bad arguments %j by name', async (name, args, error) => {
    const { call } = await start()
    expect(await call(name, args)).toEqual({ error })
  })
})
