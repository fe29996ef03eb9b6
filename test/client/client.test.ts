import { ApiError, createClient } from '@shortlink/client'
import { beforeAll, expect, it, vi } from 'vitest'
import { newAccount } from '../support/api.ts'
import { useTestServer } from '../support/server.ts'

const server = useTestServer()
const TARGET = 'https://example.com/'

async function newClient() {
  const { token } = await newAccount(server.url)
  return createClient({ baseUrl: `${server.url}/`, token })
}

let client: Awaited<ReturnType<typeof newClient>>
beforeAll(async () => {
  client = await newClient()
})

it('an API key creates, reads, changes and deletes a link', async () => {
  const key = await client.POST('/keys', { body: { label: 'k' } })
  if (key.error) throw key.error
  const owner = createClient({ baseUrl: server.url, apiKey: key.data.secret })

  const created = await owner.POST('/links', { body: { target: TARGET, slug: 'life', tags: ['a'] } })
  if (created.error) throw created.error
  expect(created.data).toMatchObject({ slug: 'life', target: TARGET, tags: ['a'] })
  const params = { path: { id: created.data.id } }
  expect((await owner.GET('/links/{id}', { params })).data).toEqual(created.data)

  const changed = await owner.PATCH('/links/{id}', { params, body: { title: 'Life' } })
  expect(changed.data?.title).toBe('Life')
  const deleted = await owner.DELETE('/links/{id}', { params })
  expect(deleted.error).toBeUndefined()
  expect([deleted.data, deleted.response?.status]).toEqual([undefined, 204])
})

it('an error has the code, the status and the invalid parts', async () => {
  // @ts-expect-error The body has no such member.
  const { data, error, response } = await client.POST('/links', { body: { target: TARGET, slgu: 'a' } })
  expect(data).toBeUndefined()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    ...{ code: 'BAD_USER_INPUT', status: 400, retryAfterMs: undefined },
    ...{ message: expect.stringContaining('slgu'), errors: [{ pointer: '/slgu' }] },
  })
  expect(response?.status).toBe(400)
})

it('an error of the credentials has the reason', async () => {
  const { error } = await createClient({ baseUrl: server.url, apiKey: 'sl_unknown' }).GET('/me')
  expect(error).toMatchObject({ code: 'UNAUTHENTICATED', status: 401, reason: expect.stringContaining('not valid') })
})

it('the version of a link saves reading it again, and prevents lost updates', async () => {
  const { data, response } = await client.POST('/links', { body: { target: TARGET } })
  const path = { id: data?.id ?? '' }
  const etag = response?.headers.get('etag') ?? ''
  const unchanged = await client.GET('/links/{id}', { params: { path, header: { 'If-None-Match': etag } } })
  expect(unchanged.error).toMatchObject({ code: 'NOT_MODIFIED', status: 304 })
  const late = await client.PATCH('/links/{id}', { params: { path, header: { 'If-Match': '"older"' } }, body: {} })
  expect(late.error).toMatchObject({ code: 'CONFLICT', status: 412 })
})

it('paginate reads every item of a list once, a page at a time', async () => {
  const { token } = await newAccount(server.url)
  const requests: string[] = []
  const counted = createClient({
    baseUrl: server.url,
    token,
    fetch(request, init) {
      requests.push(new URL(request.url).search)
      return fetch(request, init)
    },
  })
  const inputs = Array.from({ length: 5 }, (_, n) => ({ target: `${TARGET}${n}`, tags: ['p & q', 'b'] }))
  await counted.POST('/links/bulk', { body: { inputs } })
  requests.length = 0
  const seen: string[] = []
  for await (const link of counted.paginate('/links', { params: { query: { limit: 2, tags: ['p & q', 'b'] } } })) {
    seen.push(link.target)
    if (seen.length === 2) expect(requests).toEqual(['?limit=2&tags=p+%26+q&tags=b'])
  }
  expect(seen.toSorted()).toEqual(inputs.map(({ target }) => target))
  expect(requests).toHaveLength(3)
})

it('paginate throws the error of a page', async () => {
  const links = createClient({ baseUrl: server.url }).paginate('/links')
  await expect(links.next()).rejects.toMatchObject({ name: 'ApiError', code: 'UNAUTHENTICATED' })
})

it('conditions of analytics are sent as JSON', async () => {
  const where = [{ by: 'COUNTRY' as const, values: ['DE'] }]
  const { data, error } = await client.GET('/analytics', { params: { query: { where, breakdown: ['OS', 'BROWSER'] } } })
  expect(error).toBeUndefined()
  expect(Object.keys(data?.breakdowns ?? {})).toEqual(['OS', 'BROWSER'])
})

it('images come as text, and exports as a stream', async () => {
  const { data } = await client.POST('/links', { body: { target: TARGET } })
  const path = { id: data?.id ?? '' }
  const image = await client.GET('/links/{id}/qr', { params: { path }, parseAs: 'text' })
  expect(image.data).toContain('<svg')
  const hits = await client.GET('/hits', { params: { query: { format: 'csv' } }, parseAs: 'stream' })
  expect(await new Response(hits.data).text()).toMatch(/^id,/)
})

it('a base URL that is not a URL throws', () => {
  expect(() => createClient({ baseUrl: 'sho.rt' })).toThrow(TypeError)
})

it.each(['', '.', '..'])('an id %j, which would name another operation, throws without a request', async (id) => {
  const sends = vi.fn()
  const { DELETE } = createClient({ baseUrl: server.url, token: 'any', fetch: sends })
  await expect(DELETE('/me/sessions/{id}', { params: { path: { id } } })).rejects.toThrow(TypeError)
  expect(sends).not.toHaveBeenCalled()
})

it('parameters are encoded, and omitted if they have no value', async () => {
  const sends = vi.fn(async (_: Request) => Response.json({ items: [], nextCursor: null }))
  const { GET } = createClient({ baseUrl: 'https://sho.rt/below', fetch: sends })
  const query = { search: 'a&b', cursor: undefined, archived: null } as { search: string; archived: null }
  await GET('/links', { params: { query } })
  await GET('/links/by-slug/{slug}', { params: { path: { slug: 'a/b?c' } } })
  expect(sends.mock.calls.map(([{ url }]) => url)).toEqual([
    'https://sho.rt/below/api/v1/links?search=a%26b&archived=null',
    'https://sho.rt/below/api/v1/links/by-slug/a%2Fb%3Fc',
  ])
})
