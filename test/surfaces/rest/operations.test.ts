import { beforeAll, describe, expect, it } from 'vitest'
import { storeHits, useServerWithStore } from '../../hosts/rest/fixture.ts'
import { newAccount } from '../../support/api.ts'
import { restClient } from '../../support/rest.ts'
import { DATABASES } from '../../support/server.ts'

describe.each(DATABASES)('REST operations on %s', (database) => {
  const server = useServerWithStore(database)
  let call: ReturnType<typeof restClient>
  beforeAll(async () => {
    call = restClient(server.url, (await newAccount(server.url)).headers)
  })

  const newLink = async (fields: object = {}) =>
    (await call('POST', '/links', { target: 'https://example.com/', ...fields })).json

  it('a link is created, read, changed, listed, counted and deleted', async () => {
    const created = await call('POST', '/links', { target: 'https://example.com/a', title: 'A', tags: ['Life'] })
    expect(created.status).toBe(201)
    expect(created.json).toMatchObject({
      target: 'https://example.com/a',
      title: 'A',
      tags: ['Life'],
      status: 'ACTIVE',
    })
    expect(created.headers.get('location')).toBe(`/api/v1/links/${created.json.id}`)
    const { id, slug } = created.json

    const read = await call('GET', `/links/${id}`)
    expect([read.status, read.json]).toEqual([200, created.json])
    expect((await call('GET', `/links/by-slug/${slug}`)).json).toEqual(created.json)

    const changed = await call('PATCH', `/links/${id}`, { title: null, maxVisits: 5 })
    expect([changed.status, changed.json]).toEqual([
      200,
      { ...created.json, title: null, maxVisits: 5, visitsLeft: 5, updatedAt: changed.json.updatedAt },
    ])

    const { rules: _, ...outline } = changed.json
    expect((await call('GET', '/links?tags=life&limit=1')).json).toEqual({ items: [outline], nextCursor: null })
    expect((await call('GET', '/links/count?tags=Life&status=ACTIVE')).json).toEqual({ count: 1 })
    expect((await call('GET', '/links/count?archived=true')).json).toEqual({ count: 0 })
    await storeHits(server.store, id, 3)
    expect((await call('GET', '/links?sort=MOST_VISITED&limit=1')).json.items).toMatchObject([{ id, hitCount: 3 }])
    expect((await call('GET', `/links/${id}/countries`)).json).toEqual({
      items: [{ country: { name: 'Unknown', code: 'ZZ' }, count: 3 }],
      nextCursor: null,
    })

    const deleted = await call('DELETE', `/links/${id}`)
    expect([deleted.status, deleted.json]).toEqual([204, ''])
    expect((await call('GET', `/links/${id}`)).json).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      detail: 'Shortlink not found',
    })
  })

  it('pages of a list name the next one, and together hold every link once', async () => {
    const account = restClient(server.url, (await newAccount(server.url)).headers)
    const ids: string[] = []
    for (let n = 0; n < 5; n++)
      ids.unshift((await account('POST', '/links', { target: `https://example.com/${n}` })).json.id)
    const seen: string[] = []
    for (let next: string | undefined = '/links?limit=2'; next !== undefined; ) {
      const page = await account('GET', next)
      seen.push(...page.json.items.map((link: { id: string }) => link.id))
      const link = page.headers.get('link')
      expect(link === null).toBe(page.json.nextCursor === null)
      next = link?.match(/^<\/api\/v1(.*)>; rel="next"$/)?.[1]
    }
    expect(seen).toEqual(ids)
  })

  it('an ETag names a version: a read of it is 304, and a change of an older one 412', async () => {
    const created = await call('POST', '/links', { target: 'https://example.com/etag' })
    const path = `/links/${created.json.id}`
    const etag = created.headers.get('etag') as string
    const read = await call('GET', path)
    expect(read.headers.get('etag')).toBe(etag)
    expect((await call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    const changed = await call('PATCH', path, { title: 'new' }, { 'if-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    const late = await call('PATCH', path, { title: 'late' }, { 'if-match': etag })
    expect([late.status, late.json.code]).toEqual([412, 'CONFLICT'])
    expect(
      (await call('PATCH', path, { note: 'n' }, { 'if-match': changed.headers.get('etag') as string })).json,
    ).toMatchObject({ title: 'new', note: 'n' })
    for (const [method, unsupported, body] of [
      ['DELETE', path],
      ['POST', '/links', { target: 'https://example.com/' }],
      ['POST', `${path}/aliases`, { slug: 'tagged-alias' }],
    ] as const) {
      const refused = await call(method, unsupported, body, { 'if-match': etag })
      expect([refused.status, refused.json.detail]).toEqual([400, 'This operation does not support If-Match'])
    }
  })

  it('visits do not move the version of a link', async () => {
    const { id } = await newLink()
    const before = (await call('GET', `/links/${id}`)).headers.get('etag')
    await storeHits(server.store, id, 2)
    const after = await call('GET', `/links/${id}`)
    expect([after.json.hitCount, after.headers.get('etag')]).toEqual([2, before])
  })

  it('a record below another parent does not exist', async () => {
    const own = restClient(server.url, (await newAccount(server.url)).headers)
    const newPage = async (slug: string) => (await own('POST', '/bio-pages', { slug: `${slug}-${database}` })).json.id
    const [page, otherPage] = [await newPage('one'), await newPage('two')]
    const { id: link } = (await own('POST', `/bio-pages/${page}/links`, { url: 'https://example.com/' })).json
    const newHook = async () =>
      (await own('POST', '/webhooks', { url: 'https://example.com/hook', events: ['link.created'] })).json.id
    const [hook, otherHook] = [await newHook(), await newHook()]
    const { id: delivery } = (await own('POST', `/webhooks/${hook}/test`)).json
    for (const [right, wrong, calls] of [
      [`/webhooks/${hook}`, `/webhooks/${otherHook}`, [['POST', `deliveries/${delivery}/replay`]]],
      [
        `/bio-pages/${page}`,
        `/bio-pages/${otherPage}`,
        [
          ['PATCH', `links/${link}`, { label: 'x' }],
          ['DELETE', `links/${link}`],
        ],
      ],
    ] as const)
      for (const [method, below, body] of calls) {
        expect((await own(method, `${wrong}/${below}`, body)).status).toBe(404)
        expect((await own(method, `${right}/${below}`, body)).status).toBeLessThan(300)
      }
  })

  it('a call that is repeated under its idempotency key gets the first result', async () => {
    const headers = { 'idempotency-key': 'order-1' }
    const first = await call('POST', '/links', { target: 'https://example.com/once' }, headers)
    expect((await call('POST', '/links', { target: 'https://example.com/once' }, headers)).json).toEqual(first.json)
    const other = await call('POST', '/links', { target: 'https://example.com/other' }, headers)
    expect([other.status, other.json.code]).toEqual([409, 'CONFLICT'])
  })

  it('bulk calls give one result for each item', async () => {
    const created = await call('POST', '/links/bulk', {
      inputs: [{ target: 'https://example.com/1' }, { target: 'no' }],
    })
    expect(created.json.results).toMatchObject([
      { index: 0, ok: true, link: { target: 'https://example.com/1' }, error: null },
      { index: 1, ok: false, link: null, error: 'target must be an absolute http:// or https:// URL' },
    ])
    const { id } = created.json.results[0].link
    const updated = await call('PATCH', '/links/bulk', {
      inputs: [
        { id, note: 'n' },
        { id: 'none', note: 'n' },
      ],
    })
    expect(updated.json.results).toMatchObject([
      { ok: true, link: { note: 'n' } },
      { ok: false, error: 'Shortlink not found' },
    ])
    const deleted = await call('DELETE', '/links/bulk', { ids: [id, 'none'] })
    expect(deleted.json.results).toEqual([
      { index: 0, ok: true, error: null },
      { index: 1, ok: false, error: 'Shortlink not found' },
    ])
  })

  it('aliases, visits and the QR code are below their link', async () => {
    const { id, slug } = await newLink({ slug: `q-${database}` })
    const aliased = await call('POST', `/links/${id}/aliases`, { slug: `alias-${database}` })
    expect([aliased.status, aliased.json.aliases]).toEqual([200, [`alias-${database}`]])
    expect((await call('DELETE', `/links/${id}/aliases/alias-${database}`)).status).toBe(204)
    const stored = await storeHits(server.store, id, 3)
    const first = await call('GET', `/links/${id}/hits?limit=2`)
    const rest = await call('GET', `/links/${id}/hits?cursor=${first.json.nextCursor}`)
    const found = [...first.json.items, ...rest.json.items].map((hit: { id: string }) => hit.id)
    expect(found).toEqual(stored.map((hit) => hit.id).toReversed())
    expect((await call('GET', `/hits/${found[0]}`)).json).toEqual(first.json.items[0])
    const qr = await call('GET', `/links/${id}/qr?size=100`)
    expect([qr.headers.get('content-type'), qr.json]).toEqual(['image/svg+xml', expect.stringContaining('<svg')])
    expect((await call('GET', `/links/${id}/qr?format=png`)).headers.get('content-type')).toBe('image/png')
    expect((await call('GET', `/links/${id}/qr?size=1`)).json.errors).toMatchObject([{ parameter: 'size' }])
    expect(slug).toBe(`q-${database}`)
  })

  it('analytics counts visits with a series and repeated breakdowns', async () => {
    const account = restClient(server.url, (await newAccount(server.url)).headers)
    const { id } = (await account('POST', '/links', { target: 'https://example.com/' })).json
    await storeHits(server.store, id, 3)
    const { json } = await account(
      'GET',
      '/analytics?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&interval=DAY&breakdown=COUNTRY&breakdown=DEVICE',
    )
    expect(json.totals.hits).toBe(3)
    expect(json.series).toHaveLength(1)
    expect(Object.keys(json.breakdowns)).toEqual(['COUNTRY', 'DEVICE'])
    const where = encodeURIComponent('[{"by":"COUNTRY","values":["ZZ"]}]')
    expect(
      (await account('GET', `/analytics?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&where=${where}`)).json.totals
        .hits,
    ).toBe(0)
  })

  it('tags, domains, bio pages, webhooks and keys are created, listed, changed and deleted', async () => {
    await newLink({ tags: ['Summer'] })
    const [tag] = (await call('GET', '/tags')).json.items.filter(({ name }: { name: string }) => name === 'Summer')
    expect((await call('PATCH', `/tags/${tag.id}`, { color: 'green' })).json).toMatchObject({
      name: 'Summer',
      color: 'green',
      links: 1,
    })
    expect((await call('DELETE', `/tags/${tag.id}`)).status).toBe(204)

    const domain = await call('POST', '/domains', { hostname: `go-${database}.example.com` })
    expect([domain.status, domain.json.verified]).toEqual([201, false])
    expect((await call('GET', '/domains')).json.items).toEqual([domain.json])
    expect((await call('DELETE', `/domains/${domain.json.id}`)).status).toBe(204)

    const bio = await call('POST', '/bio-pages', { slug: `me-${database}` })
    const added = await call('POST', `/bio-pages/${bio.json.id}/links`, { url: 'https://example.com/', label: 'Home' })
    expect([bio.status, added.status]).toEqual([201, 201])
    const path = `/bio-pages/${bio.json.id}/links/${added.json.id}`
    expect((await call('PATCH', path, { label: 'House' })).json.label).toBe('House')
    expect((await call('GET', '/bio-pages')).json.items[0].links).toMatchObject([{ label: 'House' }])
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('PATCH', `/bio-pages/${bio.json.id}`, { title: 'Me' })).json.title).toBe('Me')
    expect((await call('DELETE', `/bio-pages/${bio.json.id}`)).status).toBe(204)

    const hook = await call('POST', '/webhooks', { url: 'https://example.com/hook', events: ['link.created'] })
    expect([hook.status, hook.json.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
    const { secret: _, ...listed } = hook.json
    expect((await call('GET', '/webhooks')).json.items).toEqual([listed])
    expect((await call('PATCH', `/webhooks/${hook.json.id}`, { enabled: false })).json.enabled).toBe(false)
    const test = await call('POST', `/webhooks/${hook.json.id}/test`)
    expect(test.json).toMatchObject({ event: 'link.created', status: 'PENDING' })
    expect((await call('POST', `/webhooks/${hook.json.id}/test`)).status).toBe(200)
    for (const page of ['limit=1', 'take=1', 'limit=1&take=50'])
      expect((await call('GET', `/webhooks/${hook.json.id}/deliveries?${page}`)).json.items).toHaveLength(1)
    expect((await call('GET', `/webhooks/${hook.json.id}/deliveries`)).json.items.at(-1)).toMatchObject({
      id: test.json.id,
    })
    for (const page of ['limit=1', 'take=1']) expect((await call('GET', `/audit?${page}`)).json.items).toHaveLength(1)
    expect((await call('POST', `/webhooks/${hook.json.id}/rotate`)).json.secret).not.toBe(hook.json.secret)
    expect((await call('DELETE', `/webhooks/${hook.json.id}`)).status).toBe(204)

    const key = await call('POST', '/keys', { label: 'k', scopes: ['links:read'] })
    expect([key.status, key.json.apiKey.scopes]).toEqual([201, ['links:read']])
    const reader = restClient(server.url, { 'x-api-key': key.json.secret })
    const refused = await reader('POST', '/links', { target: 'https://example.com/' })
    expect([refused.status, refused.json.detail]).toEqual([403, 'This API key lacks the scope links:create'])
    const rotated = await call('POST', `/keys/${key.json.apiKey.id}/rotate`, { overlapHours: 0 })
    expect((await call('GET', '/keys')).json.items[0]).toEqual(rotated.json.apiKey)
    expect((await call('DELETE', `/keys/${rotated.json.apiKey.id}`)).status).toBe(204)
  })

  it('the account and its plan are below /me', async () => {
    const account = await newAccount(server.url)
    const me = restClient(server.url, account.headers)
    expect((await me('GET', '/me')).json).toMatchObject({ id: account.id, email: account.email })
    expect((await me('PATCH', '/me', { ignoredAddresses: ['192.0.2.1'] })).json.ignoredAddresses).toEqual(['192.0.2.1'])
    expect((await me('GET', '/me/subscription')).json).toMatchObject({ plan: 'FREE', status: 'ACTIVE' })
    expect((await me('GET', '/me/usage')).json).toMatchObject({ linksCreated: 0 })
    expect((await me('DELETE', '/me')).status).toBe(204)
    expect((await me('GET', '/me')).status).toBe(401)
  })

  it('without credentials a link is created, and the response has only its slug and URLs', async () => {
    const created = await restClient(server.url)('POST', '/links', { target: 'https://example.com/' })
    expect([created.status, Object.keys(created.json).sort()]).toEqual([201, ['shortUrl', 'slug', 'target']])
    expect((await restClient(server.url)('GET', '/links')).json).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })
})
