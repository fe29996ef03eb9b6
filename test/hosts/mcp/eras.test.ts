import { createApiKey } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { createRateLimit } from '../../../hosts/http/redirect/rate-limit.ts'
import { initialize, rawClient, toolCall } from './client.ts'
import { openFixture } from './fixture.ts'
import { headersOf, MODERN, modern, modernCall, modernRawClient } from './modern-client.ts'

async function start(parts: Parameters<typeof openFixture>[0] = {}) {
  const fixture = await openFixture(parts)
  const user = await fixture.newUser()
  return { ...fixture, user, ask: modernRawClient(fixture.url, user.key), raw: rawClient(fixture.url, user.key) }
}

const LINK = { target: 'https://example.com/' }
const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'shortlink', title: 'shortlink', version: '0.0.0' } }

describe('the modern era', () => {
  it('every method answers without a session, with its caching hints and the identity of the server', async () => {
    const { ask, mcp } = await start()
    const methods = [
      [modern('server/discover'), { supportedVersions: [MODERN], capabilities: { tools: {}, resources: {} } }, 0],
      [modern('tools/list'), { tools: expect.any(Array) }, 60_000],
      [modern('resources/list'), { resources: expect.any(Array) }, 60_000],
      [modern('resources/templates/list'), { resourceTemplates: expect.any(Array) }, 60_000],
      [modern('resources/read', { uri: 'shortlink://list' }), { contents: expect.any(Array) }, 0],
    ] as const
    for (const [message, members, ttlMs] of methods) {
      const { status, body, headers } = await ask(message)
      const common = { resultType: 'complete', ttlMs, cacheScope: 'private', _meta: serverInfo }
      expect([status, body.id, body.result]).toEqual([200, 1, expect.objectContaining({ ...members, ...common })])
      expect(headers.get('mcp-session-id')).toBeNull()
    }
    const { body } = await ask(modernCall('create_shortlink', { ...LINK, slug: 'made' }))
    expect(body.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { slug: 'made' },
      _meta: serverInfo,
    })
    expect(body.result).not.toHaveProperty('isError')
    expect(mcp.sessionCount()).toBe(0)
  })

  it('has no stream to open and no session to end', async () => {
    const { raw } = await start()
    for (const method of ['GET', 'DELETE']) {
      const response = await raw.send(undefined, { 'mcp-protocol-version': MODERN }, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it('a failed tool call keeps its {error} text, and is marked as an error in the modern era alone', async () => {
    const { ask, raw } = await start()
    const { body } = await ask(modernCall('get_shortlink', { id: 'none' }))
    const text = JSON.stringify({ error: 'Shortlink not found' })
    expect(body.result).toMatchObject({ content: [{ type: 'text', text }], isError: true })
    const old = await (await (await raw.open()).send(toolCall('get_shortlink', { id: 'none' }))).json()
    expect(old).toMatchObject({ result: { content: [{ type: 'text', text }] } })
    expect(JSON.stringify(old)).not.toContain('isError')
    expect(JSON.stringify(old)).not.toContain('resultType')
  })

  it.each([
    [{ 'mcp-protocol-version': null }, '(missing)'],
    [{ 'mcp-protocol-version': '2025-11-25' }, '2025-11-25'],
    [{ 'mcp-method': null }, '(missing)'],
    [{ 'mcp-method': 'tools/list' }, 'tools/list'],
    [{ 'mcp-name': null }, '(missing)'],
    [{ 'mcp-name': 'delete_shortlinks' }, 'delete_shortlinks'],
    [{ 'mcp-name': '=?base64?!?=' }, '=?base64?!?='],
  ])('a request with the headers %j gets 400 and the code -32020, and does nothing', async (headers, header) => {
    const { ask } = await start()
    const { status, body } = await ask(modernCall('create_shortlink', LINK), headers)
    expect([status, body.id, body.error.code]).toEqual([400, 1, -32020])
    expect(body.error.data).toEqual({ mismatch: { header, body: expect.any(String) } })
    const { body: listed } = await ask(modernCall('list_shortlinks'))
    expect(listed.result.structuredContent).toEqual({ shortlinks: [] })
  })

  it('Mcp-Name may come as base64, and is needed only where the body has a name', async () => {
    const { ask } = await start()
    const uri = 'shortlink://ünknown'
    const { status, body } = await ask(modern('resources/read', { uri }), {
      'mcp-name': `=?base64?${Buffer.from(uri).toString('base64')}?=`,
    })
    expect([status, JSON.parse(body.result.contents[0].text)]).toEqual([200, { error: 'Shortlink not found' }])
    expect((await ask(modern('tools/call'))).body.error).toMatchObject({ code: -32602 })
    expect((await ask(modern('tools/list'), { 'mcp-name': 'anything' })).status).toBe(200)
  })

  it('an unknown revision gets 400 and the code -32022 with the revisions to use', async () => {
    const { ask } = await start()
    const claim = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
    const unknown = modern('server/discover', { _meta: claim })
    const { status, body } = await ask(unknown, { 'mcp-protocol-version': '2099-01-01' })
    expect([status, body.error.code]).toEqual([400, -32022])
    expect(body.error.data).toEqual({ supported: [MODERN], requested: '2099-01-01' })
  })

  it.each(['initialize', 'ping', 'logging/setLevel', 'prompts/list', 'subscriptions/listen'])(
    'the method %s gets 404 and the code -32601',
    async (method) => {
      const { status, body } = await (await start()).ask(modern(method))
      expect([status, body.id, body.error.code]).toEqual([404, 1, -32601])
    },
  )

  it('a request without members that _meta needs gets 400 and the code -32602', async () => {
    const { ask, raw } = await start()
    const without = modern('tools/list', { _meta: { 'io.modelcontextprotocol/clientCapabilities': undefined } })
    expect(await ask(without)).toMatchObject({ status: 400, body: { error: { code: -32602 } } })
    const bare = await raw.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, headersOf(modern('tools/list')))
    expect([bare.status, await bare.json()]).toMatchObject([400, { error: { code: -32602 } }])
    const { 'io.modelcontextprotocol/clientInfo': _, ..._meta } = modern('tools/list').params._meta
    const anonymous = await raw.send({ ...modern('tools/list'), params: { _meta } }, headersOf(modern('tools/list')))
    expect(anonymous.status).toBe(200)
  })

  it('unknown tools and resources are errors of the protocol within 200', async () => {
    const { ask } = await start()
    for (const message of [modernCall('rm_rf'), modern('resources/read', { uri: 'file:///etc/passwd' })]) {
      expect(await ask(message)).toMatchObject({ status: 200, body: { error: { code: -32602 } } })
    }
  })

  it('notifications are accepted, and batches are refused', async () => {
    const { raw } = await start()
    const { id: _, ...cancelled } = modern('notifications/cancelled', { requestId: 1 })
    expect((await raw.send(cancelled, headersOf(modern('notifications/cancelled')))).status).toBe(202)
    const batch = await raw.send([modernCall('create_shortlink', LINK)], headersOf(modernCall('create_shortlink')))
    expect([batch.status, await batch.json()]).toMatchObject([400, { error: { code: -32600 } }])
  })

  it('initialize that names the modern revision opens a session of the newest older one, regardless of its header', async () => {
    const { raw } = await start()
    const { result, send } = await raw.open(MODERN, { 'mcp-protocol-version': MODERN })
    expect(result.protocolVersion).toBe('2025-11-25')
    expect((await send(toolCall('whoami'), { 'mcp-protocol-version': '2025-11-25' })).status).toBe(200)
  })

  it('one connection may use both eras', async () => {
    const { raw, ask } = await start()
    const { send, session } = await raw.open('2025-11-25')
    await send(toolCall('create_shortlink', { ...LINK, slug: 'old' }))
    const { body } = await ask(modernCall('get_shortlink', { slug: 'old' }), { 'mcp-session-id': session })
    expect(body.result.structuredContent).toMatchObject({ slug: 'old' })
  })

  /** As Claude Code 2.1 sends it: the probe with a text as id, then requests from 0 on. */
  it('Claude Code’s probe is answered, and its next requests with and without a session', async () => {
    const { ask, raw } = await start()
    const _meta = {
      'io.modelcontextprotocol/clientInfo': { name: 'claude-code', title: 'Claude Code', version: '2.1.284' },
      'io.modelcontextprotocol/clientCapabilities': {
        roots: { listChanged: true },
        elicitation: { form: {}, url: {} },
      },
    }
    const probe = { ...modern('server/discover', { _meta }), id: 'server-discover-probe-1' }
    const { status, body } = await ask(probe)
    expect([status, body.id, body.result.supportedVersions]).toEqual([200, 'server-discover-probe-1', [MODERN]])
    const listed = await ask({ ...modern('tools/list', { _meta }), id: 0 })
    expect([listed.status, listed.body.id, listed.body.result.tools.length]).toEqual([200, 0, 20])
    const called = await ask(
      modernCall('whoami', {}, { ..._meta, progressToken: 2, 'claudecode/toolUseId': 'toolu_1' }),
    )
    expect(called.body.result.structuredContent).toHaveProperty('userId')
    const opened = await raw.send(initialize('2025-11-25'))
    expect([opened.status, opened.headers.get('mcp-session-id')]).toEqual([200, expect.any(String)])
  })
})

describe('admission in the modern era', () => {
  it('a key is needed, and stops working once revoked', async () => {
    const { ask, user } = await start()
    expect((await ask(modern('server/discover'), { 'x-api-key': 'nonsense' })).status).toBe(401)
    expect((await ask(modern('server/discover'))).status).toBe(200)
    await user.revokeKey()
    expect((await ask(modern('server/discover'))).status).toBe(401)
  })

  it('other origins are refused', async () => {
    const { ask } = await start()
    expect((await ask(modern('tools/list'), { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('lists and calls obey the scopes of the key', async () => {
    const { app, user, url } = await start()
    const given = { label: 'reader', scopes: ['links:read'] }
    const { secret } = (await app.run(createApiKey, user.caller, given))._unsafeUnwrap()
    const ask = modernRawClient(url, secret)
    const { body } = await ask(modern('tools/list'))
    const names = body.result.tools.map(({ name }: { name: string }) => name)
    expect(names).toContain('list_shortlinks')
    expect(names).not.toContain('create_shortlink')
    const { body: called } = await ask(modernCall('create_shortlink', LINK))
    expect(called.result.structuredContent).toEqual({ error: 'This API key lacks the scope links:create' })
  })

  it('messages and bulk calls count against the limits of sessions', async () => {
    const requests = createRateLimit({ perWindow: 4, clock: { now: () => 0 } })
    const bulk = createRateLimit({ perWindow: 1, clock: { now: () => 0 } })
    const { ask, raw } = await start({ limits: { requests, bulk } })
    await raw.open()
    const deletion = modernCall('delete_shortlinks', { ids: ['none'] })
    expect((await ask(deletion)).status).toBe(200)
    const second = await ask(deletion)
    expect([second.status, second.body.id, second.headers.get('retry-after')]).toEqual([429, 1, '60'])
    expect((await ask(modern('tools/list'))).status).toBe(200)
    expect((await ask(modern('tools/list'))).status).toBe(429)
  })

  it('an idempotency key counts once over both eras', async () => {
    const { ask, raw } = await start()
    const { body } = await ask(modernCall('create_shortlink', LINK, { idempotencyKey: 'same' }))
    const { send } = await raw.open()
    const params = { name: 'create_shortlink', arguments: LINK, _meta: { idempotencyKey: 'same' } }
    const again = (await (await send({ ...toolCall(''), params })).json()) as typeof body
    expect(again.result.structuredContent).toEqual(body.result.structuredContent)
    const { body: listed } = await ask(modernCall('list_shortlinks'))
    expect(listed.result.structuredContent.shortlinks).toHaveLength(1)
  })

  it('each URL names the toolsets of its requests', async () => {
    const { url, user } = await start()
    const ask = modernRawClient(`${url}?toolsets=tags`, user.key)
    const { body } = await ask(modern('tools/list'))
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toContain('list_tags')
    expect((await ask(modernCall('whoami'))).body.error).toMatchObject({ code: -32602 })
    expect((await modernRawClient(`${url}?toolsets=none`, user.key)(modern('tools/list'))).status).toBe(400)
  })
})

it('200 interleaved calls of two users over both eras get their own answers', async () => {
  const { url, newUser } = await openFixture()
  const users = await Promise.all(
    [1, 2].map(async () => {
      const user = await newUser()
      const { send } = await rawClient(url, user.key).open()
      return { ...user, send, ask: modernRawClient(url, user.key) }
    }),
  )
  const calls = Array.from({ length: 200 }, async (_, index) => {
    const user = users[index % 2] as (typeof users)[number]
    const slug = `call-${index}`
    const args = { target: `https://example.com/${user.userId}`, slug }
    const answer =
      index % 4 < 2
        ? (await user.ask(modernCall('create_shortlink', args))).body
        : await (await user.send(toolCall('create_shortlink', args))).json()
    expect(answer).toMatchObject({ id: 1, result: { structuredContent: args } })
  })
  await Promise.all(calls)
  for (const { ask, userId } of users) {
    const { body } = await ask(modernCall('list_shortlinks'))
    const targets = body.result.structuredContent.shortlinks.map(({ target }: { target: string }) => target)
    expect([targets.length, new Set(targets)]).toEqual([100, new Set([`https://example.com/${userId}`])])
  }
})
