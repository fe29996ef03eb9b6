import { beforeAll, describe, expect, it } from 'vitest'
import { useServerWithStore } from '../../hosts/rest/fixture.ts'
import { newAccount } from '../../support/api.ts'
import { exchange, statusesOf } from '../../support/raw-http.ts'
import { restClient } from '../../support/rest.ts'
import { surfaceDatabases } from '../../support/server.ts'

describe.each(surfaceDatabases(import.meta.url))('REST on %s refuses', (database) => {
  const server = useServerWithStore(database)
  let call: ReturnType<typeof restClient>
  let headers: Readonly<Record<string, string>>
  beforeAll(async () => {
    headers = (await newAccount(server.url)).headers
    call = restClient(server.url, headers)
  })

  it.each([
    ['POST', '/links', { target: 'https://example.com/', tittle: 'x' }, [{ pointer: '/tittle' }]],
    ['POST', '/links', { target: 'https://example.com/', utm: { sorce: 'x' } }, [{ pointer: '/utm/sorce' }]],
    ['POST', '/links', { target: 'ftp://example.com/' }, [{ pointer: '/target' }]],
    [
      'POST',
      '/links',
      { target: 'https://example.com/', rules: [{ type: 'device', value: 'mobile' }] },
      [{ pointer: '/rules/0/target' }],
    ],
    [
      'POST',
      '/links/bulk',
      { inputs: [{ target: 'https://example.com/', 'a/b~': 1 }] },
      [{ pointer: '/inputs/0/a~1b~0' }],
    ],
    ['POST', '/links', ['https://example.com/'], [{ pointer: '' }]],
    ['GET', '/links?limit=0', undefined, [{ parameter: 'limit' }]],
    ['GET', '/links?limit=ten', undefined, [{ parameter: 'limit' }]],
    ['GET', '/links?archived=maybe', undefined, [{ parameter: 'archived' }]],
    ['GET', '/links?status=OPEN', undefined, [{ parameter: 'status' }]],
    ['GET', '/links?cursor=x', undefined, [{ parameter: 'cursor' }]],
    ['GET', '/links?skip=1&page=2', undefined, [{ parameter: 'skip' }, { parameter: 'page' }]],
    ['GET', '/links?limit=1&limit=2', undefined, [{ parameter: 'limit' }]],
    ['GET', '/links?createdFrom=2026-01-31T09:00:00+01:00', undefined, [{ detail: expect.stringContaining('%2B') }]],
    ['GET', '/audit?limit=101', undefined, [{ parameter: 'limit', detail: 'limit must be at most 100' }]],
    ['GET', '/unknown-visits?limit=0', undefined, [{ parameter: 'limit', detail: 'limit must be at least 1' }]],
    ['GET', '/webhooks/none/deliveries?take=101', undefined, [{ parameter: 'limit' }]],
    ['GET', '/analytics?breakdown=COLOR', undefined, [{ parameter: 'breakdown' }]],
    ['PATCH', '/tags/none', { color: 'mauve' }, [{ pointer: '/color' }]],
  ] as const)('%s %s %j and names the place', async (method, path, body, errors) => {
    const { status, headers, json } = await call(method, path, body)
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
    expect(json).toMatchObject({
      type: expect.stringMatching(/^http:\/\/localhost:\d+\/docs#error-BAD_USER_INPUT$/),
      status: 400,
      code: 'BAD_USER_INPUT',
      errors,
    })
    expect(json.detail).toBe(json.errors[0].detail)
  })

  it('lists of links on a domain that the account does not have', async () => {
    expect((await call('GET', '/links?domainId=nope')).json).toMatchObject({ status: 404, detail: 'Domain not found' })
  })

  it('paths that do not exist, and methods that a path does not have', async () => {
    expect((await call('GET', '/nothing')).json).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await call('GET', '/links/a/b/c')).status).toBe(404)
    const wrong = await call('PUT', '/links', {})
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  it.each(['//links', '/links//a', '/links/../me', '/links/%00'])('the ambiguous path %s', async (path) => {
    // `fetch` would normalize the path.
    const answer = await exchange(
      server.url,
      `GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    expect(statusesOf(answer)).toEqual([400])
    expect(answer).toContain('application/problem+json')
    expect(JSON.parse(/{.*}/s.exec(answer)?.[0] ?? '')).toMatchObject({
      type: expect.stringMatching(/\/docs#error-BAD_USER_INPUT$/),
      status: 400,
      code: 'BAD_USER_INPUT',
    })
  })

  it('bodies that are no JSON, of another media type, or too long', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${server.url}/api/v1/links`, { method: 'POST', headers: { ...headers, 'content-type': type }, body })
    const statuses = [
      await post('{'),
      await post('{}', 'text/plain'),
      await post(`{"note":"${'x'.repeat(2 ** 20)}"}`),
      await post(''),
    ].map(({ status }) => status)
    expect(statuses).toEqual([400, 415, 413, 400])
  })

  it('records of other accounts, as if they did not exist', async () => {
    const { id } = (await call('POST', '/links', { target: 'https://example.com/' })).json
    const other = restClient(server.url, (await newAccount(server.url)).headers)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/hits'],
      ['GET', '/qr'],
    ] as const) {
      const { status } = await other(method, `/links/${id}${path}`, method === 'PATCH' ? { title: 'mine' } : undefined)
      expect([method, path, status]).toEqual([method, path, 404])
    }
  })

  it('a taken slug, naming the member', async () => {
    await call('POST', '/links', { target: 'https://example.com/', slug: 'taken-by-rest' })
    const taken = await call('POST', '/links', { target: 'https://example.com/', slug: 'taken-by-rest' })
    expect(taken.json).toMatchObject({ status: 409, code: 'CONFLICT', errors: [{ pointer: '/slug' }] })
  })
})
