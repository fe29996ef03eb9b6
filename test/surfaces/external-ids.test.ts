import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../hosts/mcp/client.ts'
import { newAccount } from '../support/api.ts'
import { restClient } from '../support/rest.ts'
import { DATABASES, useTestServer } from '../support/server.ts'

const target = 'https://example.com/'

describe.each(DATABASES)('links with external ids on %s', (database) => {
  const server = useTestServer({ database })
  let account: Awaited<ReturnType<typeof newAccount>>
  let call: ReturnType<typeof restClient>

  beforeAll(async () => {
    account = await newAccount(server.url)
    call = restClient(server.url, account.headers)
  })

  it('PUT creates with 201, changes with 200, and other methods find the link', async () => {
    const path = `/links/by-external-id/${encodeURIComponent('shop/42 ä')}`
    const created = await call('PUT', path, { target, title: 'Shoes' })
    expect([created.status, created.json.externalId]).toEqual([201, 'shop/42 ä'])
    expect(created.headers.get('location')).toBe(`/api/v1/links/${created.json.id}`)
    const changed = await call('PUT', path, { target: `${target}new` })
    expect([changed.status, changed.json]).toEqual([
      200,
      { ...created.json, target: `${target}new`, updatedAt: changed.json.updatedAt },
    ])
    expect(changed.headers.get('location')).toBeNull()
    const read = await call('GET', path)
    expect([read.json, read.headers.get('etag')]).toEqual([changed.json, changed.headers.get('etag')])
    const stale = await call('PUT', path, { target }, { 'if-match': created.headers.get('etag') as string })
    expect([stale.status, stale.json.code]).toEqual([412, 'CONFLICT'])
    const missing = await call('PUT', '/links/by-external-id/none', { target }, { 'if-match': '"any"' })
    expect(missing.status).toBe(412)
    expect((await call('PUT', '/links/by-external-id/none', { target }, { 'if-match': '*' })).status).toBe(412)
    expect((await call('PUT', path, { target }, { 'if-none-match': '*' })).status).toBe(400)
    expect((await call('PUT', path, { target: `${target}new` }, { 'if-match': '*' })).status).toBe(200)
    expect((await call('PUT', `${path}?dryRun=true`, { target })).status).toBe(400)
    const moved = await call('PUT', path, { target, slug: 'another' })
    expect([moved.status, moved.json.errors]).toEqual([
      400,
      [{ pointer: '/slug', detail: 'slug cannot be changed; the link with this externalId has another one' }],
    ])
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
  })

  it.each(['https://crm.example.com/deal/7', '../x', 'a/../b', 'a//b', 'a\\b', '/lead', 'tr.ail/', '100%', 'ü 🎉'])(
    'an external id may be any printable text: %s',
    async (externalId) => {
      const path = `/links/by-external-id/${encodeURIComponent(externalId)}`
      const { status, json } = await call('PUT', path, { target })
      expect([status, json.externalId]).toEqual([201, externalId])
      expect((await call('GET', path)).json).toEqual(json)
      expect((await call('DELETE', path)).status).toBe(204)
    },
  )

  it('a repeated PUT under one idempotency key answers 201 again', async () => {
    const headers = { 'idempotency-key': 'put once' }
    const put = () => call('PUT', '/links/by-external-id/once', { target }, headers)
    const [first, second] = [await put(), await put()]
    expect([second.status, second.json]).toEqual([201, first.json])
  })

  it('of concurrent calls one creates the link, and the others change it', async () => {
    const calls = Array.from({ length: 20 }, (_, n) =>
      call('PUT', '/links/by-external-id/raced', { target, title: `${n}` }),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  })

  it('of links that are concurrently given one external id, one gets it', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/links', { target })))
    const changes = links.map(({ json }) => call('PATCH', `/links/${json.id}`, { externalId: 'fought' }))
    const creations = links.map(() => call('POST', '/links', { target, externalId: 'fought' }))
    const answers = await Promise.all([...changes, ...creations])
    const refused = answers.filter(({ status }) => status !== 200 && status !== 201)
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(
      Array.from({ length: 15 }, () => [409, 'CONFLICT']),
    )
    expect(refused[0]?.json.errors).toEqual([{ pointer: '/externalId', detail: 'Another link has this externalId' }])
  })

  it('GraphQL and MCP create and change the same link', async () => {
    const UPSERT = `mutation ($input: UpsertShortlinkInput!) {
      upsertShortlink(externalId: "both", input: $input) { id shortlink title externalId }
    }`
    const upsert = async (input: object) =>
      (await account.ask(UPSERT, { input: { target, ...input } })).data.upsertShortlink
    const created = await upsert({ shortlink: `both-${database}`, title: 'By GraphQL' })
    expect(created).toMatchObject({ shortlink: `both-${database}`, title: 'By GraphQL', externalId: 'both' })
    const { data } = await account.ask('mutation { createApiKey(label: "mcp") { secret } }')
    const { call: tool } = await connect(`${server.url}/mcp`, data.createApiKey.secret)
    expect(await tool('create_shortlink', { target, externalId: 'both', note: 'By MCP' })).toMatchObject({
      id: created.id,
    })
    expect(await tool('get_shortlink', { id: created.id })).toMatchObject({
      title: 'By GraphQL',
      note: 'By MCP',
      externalId: 'both',
    })
    expect(await upsert({ title: null })).toMatchObject({ id: created.id, title: null })
  })

  it('a key that may only create links cannot change one by its external id', async () => {
    await call('PUT', '/links/by-external-id/kept', { target })
    const { data } = await account.ask(
      'mutation { createApiKey(label: "create", scopes: ["links:create"]) { secret } }',
    )
    const { callWhole } = await connect(`${server.url}/mcp`, data.createApiKey.secret)
    const refused = await callWhole('create_shortlink', { target: 'https://evil.example/', externalId: 'kept' })
    expect(refused.structuredContent).toEqual({ error: 'This API key lacks the scope links:write' })
    expect((await call('GET', '/links/by-external-id/kept')).json.target).toBe(target)
  })
})
