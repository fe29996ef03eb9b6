import { describe, expect, it } from 'vitest'
import { createRateLimit } from '../../../hosts/http/redirect/rate-limit.ts'
import { memoryInUse } from '../../support/memory.ts'
import { connect, initialize, rawClient, toolCall } from './client.ts'
import { openFixture } from './fixture.ts'

interface Answer {
  readonly result: { readonly structuredContent: object }
}

const list = { jsonrpc: '2.0', id: 'list', method: 'tools/list' }

async function start(parts: Parameters<typeof openFixture>[0] = {}) {
  const fixture = await openFixture(parts)
  const user = await fixture.newUser()
  return { ...fixture, user, raw: rawClient(fixture.url, user.key) }
}

describe('protocol', () => {
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'MCP speaks protocol revision %s',
    async (revision) => {
      const { raw } = await start()
      const { result, session, send } = await raw.open(revision)
      expect(result).toMatchObject({ protocolVersion: revision, serverInfo: { name: 'shortlink' } })
      expect(session).toMatch(/^[0-9a-f]{32}$/)
      expect((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
      const response = await send(list, { 'mcp-protocol-version': revision })
      expect(await response.json()).toMatchObject({ id: 'list', result: { tools: expect.any(Array) } })
    },
  )

  it('MCP answers an unknown revision with its newest one', async () => {
    const { raw } = await start()
    expect((await raw.open('2099-01-01')).result.protocolVersion).toBe('2025-11-25')
    const { send } = await raw.open()
    expect((await send(list, { 'mcp-protocol-version': '2099-01-01' })).status).toBe(400)
  })

  it.each([
    ['2099-01-01', '2025-06-18', '2025-06-18'],
    ['2027-01-01', '2027-01-01', '2025-11-25'],
  ])('MCP negotiates the revision and does not read the header of initialize: %s', async (header, asked, spoken) => {
    const { raw } = await start()
    expect((await raw.open(asked, { 'mcp-protocol-version': header })).result.protocolVersion).toBe(spoken)
  })

  it('no tool has a format that some services refuse', async () => {
    const { raw } = await start()
    const { send } = await raw.open()
    const { result } = (await (await send(list)).json()) as { result: { tools: object[] } }
    const formats = [...JSON.stringify(result.tools).matchAll(/"format":"([^"]*)"/g)].map(([, format]) => format)
    expect(new Set(formats)).toEqual(new Set(['date-time']))
  })

  it.each(['*/*', 'application/json', 'text/event-stream', 'text/html'])(
    'MCP answers with any Accept header: %s',
    async (accept) => {
      const { raw } = await start()
      const { send } = await raw.open('2024-11-05', { accept })
      expect((await send(list, { accept })).status).toBe(200)
    },
  )

  it('MCP answers a batch as one, with notifications and cancellations in it', async () => {
    const { raw } = await start()
    const { send } = await raw.open('2025-03-26')
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    const answers = await send([toolCall('whoami', {}, 7), cancel, { jsonrpc: '2.0', id: 8, method: 'ping' }])
    expect(((await answers.json()) as { id: number }[]).map(({ id }) => id)).toEqual([7, 8])
  })

  it.each([
    ['{', 400],
    ['[]', 400],
    ['null', 400],
    ['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', 400],
    [JSON.stringify({ ...toolCall('whoami'), filler: 'x'.repeat(1 << 20) }), 413],
  ])('MCP refuses broken messages: %#', async (body, status) => {
    const { raw } = await start()
    const response = await raw.send(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
  })

  it('MCP refuses other content types and methods', async () => {
    const { raw, mcp } = await start()
    expect((await raw.send(initialize(), { 'content-type': 'text/plain' })).status).toBe(415)
    expect(mcp.sessionCount()).toBe(0)
    expect((await raw.send(undefined, {}, 'PUT')).status).toBe(405)
  })

  it.each([
    [toolCall('rm_rf'), -32602, 'Unknown tool: rm_rf'],
    [{ ...toolCall('whoami'), params: {} }, -32602, 'name is required'],
    [{ ...list, method: 'resources/read', params: { uri: 7 } }, -32602, 'uri must be a string'],
    [{ ...list, method: 'resources/read', params: { uri: 'file:///etc/passwd' } }, -32002, 'Resource not found'],
    [{ ...list, method: 'prompts/list' }, -32601, 'Method not found'],
  ])('MCP describes a bad request in protocol errors: %#', async (message, code, words) => {
    const { raw } = await start()
    const response = await (await raw.open()).send(message)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ error: { code, message: expect.stringContaining(words) } })
  })

  it.each([['text'], [[]]])('a tool call with arguments %j gets an error that asks for an object', async (args) => {
    const { raw } = await start()
    const { send } = await raw.open()
    const resultOf = async (given: unknown) =>
      ((await (await send({ ...toolCall('whoami'), params: { name: 'whoami', arguments: given } })).json()) as Answer)
        .result
    expect((await resultOf(args)).structuredContent).toEqual({ error: 'arguments must be an object' })
    expect((await resultOf(null)).structuredContent).toHaveProperty('userId')
  })

  it('a tool call that asks for a task is answered at once, as the protocol demands of servers without tasks', async () => {
    const { raw } = await start()
    const { send } = await raw.open()
    const response = await send({ ...toolCall('whoami'), params: { name: 'whoami', task: { ttl: 1000 } } })
    expect(((await response.json()) as Answer).result.structuredContent).toHaveProperty('userId')
  })

  it('MCP accepts calls without arguments, and unknown entries in _meta', async () => {
    const { url, user } = await start()
    const { client } = await connect(url, user.key)
    const structuredContent = expect.objectContaining({ userId: user.userId })
    const whoami = { content: expect.any(Array), structuredContent }
    expect(await client.callTool({ name: 'whoami' })).toEqual(whoami)
    expect(await client.callTool({ name: 'whoami' }, undefined, { onprogress: () => {} })).toEqual(whoami)
    expect(await client.callTool({ name: 'whoami', _meta: { 'example.com/trace': 1 } })).toEqual(whoami)
    expect(await client.callTool({ name: 'whoami', arguments: {}, _meta: {} })).toEqual(whoami)
  })
})

describe('keys', () => {
  it.each([
    [{ 'x-api-key': '' }],
    [{ 'x-api-key': 'nonsense' }],
    [{ 'x-api-key': `sl_live_${'1'.repeat(32)}` }],
    [{ 'x-api-key': '', authorization: 'Basic c2xfbGl2ZV8=' }],
  ])('every MCP request needs a key: %j', async (headers) => {
    const { raw, mcp } = await start()
    const { send } = await raw.open()
    for (const response of [
      await raw.send(initialize(), headers),
      await send(list, headers),
      await send(undefined, headers, 'GET'),
    ]) {
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
    expect(mcp.sessionCount()).toBe(1)
  })

  it('an MCP key may be a bearer token, and a session token of another surface may not', async () => {
    const { url, user } = await start()
    const post = (bearer: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify(initialize()),
      })
    expect((await post(user.key)).status).toBe(200)
    expect((await post(user.token)).status).toBe(401)
  })

  it('a revoked key stops the next request of an open MCP session', async () => {
    const { raw, user } = await start()
    const { send } = await raw.open()
    expect((await send(list)).status).toBe(200)
    await user.revokeKey()
    expect((await send(list)).status).toBe(401)
  })
})

describe('sessions', () => {
  it('an MCP session is opened by initialize only, with an id from the server', async () => {
    const { raw } = await start()
    expect((await raw.send(list)).status).toBe(400)
    const chosen = 'f'.repeat(32)
    const { session } = await raw.open('2024-11-05', { 'mcp-session-id': chosen })
    expect(session).not.toBe(chosen)
    expect((await raw.send(list, { 'mcp-session-id': chosen })).status).toBe(404)
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await raw.open()).session))
    expect(new Set(ids).size).toBe(30)
  })

  it('an MCP session is not found with another user’s key, to read, listen or close', async () => {
    const { raw, url, newUser } = await start()
    const stranger = rawClient(url, (await newUser()).key)
    const { session, send } = await raw.open()
    const headers = { 'mcp-session-id': session }
    expect((await stranger.send(list, headers)).status).toBe(404)
    expect((await stranger.send(undefined, headers, 'GET')).status).toBe(404)
    expect((await stranger.send(undefined, headers, 'DELETE')).status).toBe(404)
    expect((await send(list)).status).toBe(200)
  })

  it('a closed MCP session ends with its event streams', async () => {
    const { raw, mcp } = await start()
    const { send } = await raw.open()
    const stream = await send(undefined, {}, 'GET')
    expect((await send(undefined, {}, 'DELETE')).status).toBe(200)
    expect(await stream.text()).toBe(': ok\n\n')
    expect((await send(list)).status).toBe(404)
    expect(mcp.sessionCount()).toBe(0)
  })

  it('an MCP session expires when unused only', async () => {
    const { raw, mcp, ports } = await start({ sessionTtlMs: 1000 })
    const { send } = await raw.open()
    const unused = await raw.open()
    ports.clock.advance(900)
    expect((await send(list)).status).toBe(200)
    ports.clock.advance(900)
    expect((await send(list)).status).toBe(200)
    expect((await unused.send(list)).status).toBe(404)
    expect(mcp.sessionCount()).toBe(1)
  })

  it('an idle MCP session costs little memory', async () => {
    const { raw, mcp } = await start()
    const open = async (count: number) => {
      for (let opened = 0; opened < count; opened++) await (await raw.send(initialize())).arrayBuffer()
    }
    await open(100)
    const before = memoryInUse()
    await open(400)
    expect(mcp.sessionCount()).toBe(500)
    expect((memoryInUse() - before) / 400).toBeLessThan(10_000)
  })

  it('an MCP event stream starts at once, and a shutdown ends it', async () => {
    const { raw, mcp } = await start()
    const { send } = await raw.open()
    const response = await send(undefined, { accept: 'text/event-stream' }, 'GET')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(': ok\n\n')
    mcp.close()
    expect((await reader.read()).done).toBe(true)
  })
})

describe('hosts and origins', () => {
  const post = async (headers: Record<string, string>) => {
    const { mcp, user } = await start()
    const request = new Request('http://localhost:3000/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': user.key, ...headers },
      body: JSON.stringify(initialize()),
    })
    const { status } = await mcp.call(request)
    return { status, sessions: mcp.sessionCount() }
  }

  it.each([
    [{ host: 'localhost:3000' }],
    [{ host: '127.0.0.1:9' }],
    [{ host: '[::1]:3000' }],
    [{ host: 'localhost:3000', origin: 'http://localhost:6274' }],
  ])('MCP serves its own hosts and origins: %j', async (headers) => {
    expect(await post(headers)).toEqual({ status: 200, sessions: 1 })
  })

  it.each([
    [{}],
    [{ host: 'evil.example' }],
    [{ host: 'localhost.evil.example:3000' }],
    [{ host: 'localhost@evil.example' }],
    [{ host: 'localhost:3000', origin: 'http://evil.example' }],
    [{ host: 'localhost:3000', origin: 'http://localhost.evil.example:3000' }],
    [{ host: 'localhost:3000', origin: 'null' }],
  ])('MCP refuses foreign hosts and origins before any work: %j', async (headers) => {
    expect(await post(headers)).toEqual({ status: 403, sessions: 0 })
  })

  it('MCP of a public service refuses loopback hosts', async () => {
    const { mcp, user } = await start({ addresses: ['https://sho.rt', 'https://mcp.sho.rt'] })
    const status = async (headers: Record<string, string>) =>
      (
        await mcp.call(
          new Request('http://localhost/', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-api-key': user.key, ...headers },
            body: JSON.stringify(initialize()),
          }),
        )
      ).status
    expect(await status({ host: 'mcp.sho.rt', origin: 'https://sho.rt' })).toBe(200)
    expect(await status({ host: 'localhost' })).toBe(403)
    expect(await status({ host: 'sho.rt', origin: 'http://sho.rt' })).toBe(403)
    expect(await status({ host: 'sho.rt', origin: 'http://localhost:3000' })).toBe(403)
  })
})

describe('limits', () => {
  const startLimited = (requests: number, bulk: number) =>
    start({
      limits: { requests: createRateLimit({ perWindow: requests }), bulk: createRateLimit({ perWindow: bulk }) },
    })
  const limitState = ({ status, headers }: Response) => [
    status,
    headers.get('ratelimit-limit'),
    headers.get('ratelimit-remaining'),
  ]

  it('the MCP limit refuses calls over it with 429 for that user only, and its state is on every answer', async () => {
    const { raw, url, newUser } = await startLimited(2, 9)
    const { response, send } = await raw.open()
    expect(limitState(response)).toEqual([200, '2', '1'])
    expect(limitState(await send(list))).toEqual([200, '2', '0'])
    const refused = await send(list)
    expect(limitState(refused)).toEqual([429, '2', '0'])
    const seconds = refused.headers.get('retry-after')
    expect(Number(seconds)).toBeGreaterThan(0)
    const message = `Too many requests, try again in ${seconds} seconds`
    expect(await refused.json()).toMatchObject({ id: 'list', error: { message } })
    expect(limitState((await rawClient(url, (await newUser()).key).open()).response)).toEqual([200, '2', '1'])
  })

  it('the MCP limits count each bulk operation, and answers show the tightest limit', async () => {
    const { raw } = await startLimited(9, 2)
    const { send } = await raw.open()
    const remove = toolCall('delete_shortlinks', { ids: ['x'] })
    expect(limitState(await send(remove))).toEqual([200, '2', '1'])
    const refused = await send([remove, remove])
    expect(limitState(refused)).toEqual([429, '2', '1'])
    expect(await refused.text()).toMatch(/try again in \d+ seconds/)
    expect(limitState(await send(list))).toEqual([200, '9', '4'])
  })

  it('an MCP limit of 0 is off', async () => {
    const { raw } = await startLimited(0, 0)
    expect(limitState((await raw.open()).response)).toEqual([200, null, null])
  })
})

describe('isolation', () => {
  it('200 interleaved calls of two users under one JSON-RPC id get their own answers', async () => {
    const { url, newUser } = await start()
    const users = await Promise.all([newUser(), newUser()])
    const sessions = await Promise.all(
      users.map(async (user) => ({ user, ...(await rawClient(url, user.key).open()) })),
    )
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const { user, send } = sessions[index % 2] as (typeof sessions)[number]
      const slug = `mixed-${index}`
      const asked =
        index % 4 < 2 ? toolCall('whoami') : toolCall('create_shortlink', { target: 'https://example.com', slug })
      const answer = (await (await send(asked)).json()) as { id: number; result: { structuredContent: object } }
      expect(answer.id).toBe(1)
      expect(answer.result.structuredContent).toMatchObject(index % 4 < 2 ? { userId: user.userId } : { slug })
    })
    await Promise.all(calls)
  })
})

describe('failures', () => {
  it('an unexpected MCP failure is hidden from the caller and reported to the operator', async () => {
    const { raw, ports, errors, mcp } = await start()
    const { send } = await raw.open()
    ports.store.links.list = () => Promise.reject(new Error('no such table: secrets'))
    const answer = await (await send(toolCall('list_shortlinks'))).text()
    expect(answer).toContain('Internal server error')
    expect(answer).not.toContain('secrets')
    const resource = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'shortlink://list' } }
    expect(await (await send(resource)).text()).not.toContain('secrets')
    expect(errors).toHaveLength(2)
    expect(mcp.sessionCount()).toBe(1)
  })
})
