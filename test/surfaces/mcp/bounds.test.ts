import { createLinks } from '@shortlink/core'
import { ResultAsync } from 'neverthrow'
import { describe, expect, it, vi } from 'vitest'
import { createRateLimit } from '../../../hosts/http/redirect/rate-limit.ts'
import { initialize, rawClient, toolCall } from '../../hosts/mcp/client.ts'
import { openFixture } from '../../hosts/mcp/fixture.ts'

const MIB = 2 ** 20
const LONG_TARGET = `https://example.com/${'x'.repeat(2000)}`

const readList = (id = 1) => ({ jsonrpc: '2.0', id, method: 'resources/read', params: { uri: 'shortlink://list' } })
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

async function start(parts: Parameters<typeof openFixture>[0] = {}) {
  const fixture = await openFixture(parts)
  const user = await fixture.newUser()
  return {
    ...fixture,
    user,
    raw: rawClient(fixture.url, user.key),
    /** Gives the user links with targets of 2 KB. */
    addLinks: async (count: number) => {
      for (let made = 0; made < count; made += 1000) {
        const inputs = many(Math.min(1000, count - made), () => ({ target: LONG_TARGET }))
        const results = (await fixture.app.run(createLinks, user.caller, { inputs }))._unsafeUnwrap()
        expect(results.every(({ ok }) => ok)).toBe(true)
      }
    },
  }
}

interface Answer {
  readonly id: number
  readonly error?: { readonly code: number; readonly message: string }
  readonly result: { readonly contents: readonly { readonly text: string }[]; readonly structuredContent: object }
}
const answerOf = async (response: Response) => (await response.json()) as Answer

describe('a batch', () => {
  it('a batch of more than ten messages is refused, and none of them is executed', async () => {
    const { raw, ports, user } = await start()
    const { send } = await raw.open()
    const create = toolCall('create_shortlink', { target: 'https://example.com' })
    expect((await send(many(10, ping))).status).toBe(200)
    const refused = await send(many(11, () => create))
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { code: -32600, message: 'A batch has at most 10 messages' } })
    expect(await ports.store.links.count(user.userId)).toBe(0)
  })

  it('a batch counts each message against the limit of its user, over all keys', async () => {
    const limits = { requests: createRateLimit({ perWindow: 12 }), bulk: createRateLimit({ perWindow: 0 }) }
    const { raw, url, user } = await start({ limits })
    const other = rawClient(url, await user.anotherKey())
    const { send } = await raw.open()
    expect((await send(many(10, ping))).headers.get('ratelimit-remaining')).toBe('1')
    expect((await send([ping(1), ping(2)])).status).toBe(429)
    expect((await other.send(initialize())).status).toBe(429)
  })

  it('a batch with answers over 8 MiB has errors in place of the rest, and stops', async () => {
    const { raw, addLinks, ports, user } = await start()
    await addLinks(3000)
    const { send } = await raw.open()
    const create = toolCall('create_shortlink', { target: 'https://example.com' }, 99)
    const response = await send([readList(1), readList(2), readList(3), create])
    const body = await response.text()
    expect(body.length).toBeLessThan(9 * MIB)
    const answers: Answer[] = JSON.parse(body)
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, -32000],
      [99, -32000],
    ])
    expect(answers[2]?.error?.message).toContain('8 MiB')
    expect(await ports.store.links.count(user.userId)).toBe(3000)
  })
})

describe('a large answer', () => {
  it('shortlink://list ends at 4 MiB, and says so in its last entry', async () => {
    const { raw, addLinks } = await start()
    await addLinks(2100)
    const { send } = await raw.open()
    const answer = await (await send(readList())).text()
    expect(answer.length).toBeGreaterThan(3.9 * MIB)
    expect(answer.length).toBeLessThan(4.01 * MIB)
    const links = JSON.parse((JSON.parse(answer) as Answer).result.contents[0]?.text ?? '')
    expect(links.at(-1)).toEqual({
      truncated: true,
      message: `Only the newest ${links.length - 1} shortlinks are listed; list_shortlinks returns all of them, page by page`,
    })
    expect(links[0]).toMatchObject({ target: LONG_TARGET })
  })

  it('list_shortlinks returns a shorter page instead of a large one, and its cursor continues there', async () => {
    const { raw, addLinks } = await start()
    await addLinks(1500)
    const { send } = await raw.open()
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const body = await (await send(toolCall('list_shortlinks', { ...(cursor && { cursor }) }))).text()
      const page = (JSON.parse(body) as Answer).result.structuredContent as {
        shortlinks: { id: string }[]
        nextCursor?: string
      }
      expect(page.shortlinks.length).toBeLessThan(1000)
      ids.push(...page.shortlinks.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(ids).toHaveLength(1500)
    expect(new Set(ids).size).toBe(1500)
  })

  it('a large MCP answer yields to other work while it is built', async () => {
    const { raw, addLinks } = await start()
    await addLinks(2100)
    const { send } = await raw.open()
    let turns = 0
    const count = setInterval(() => (turns += 1), 0)
    await (await send(readList())).arrayBuffer()
    clearInterval(count)
    expect(turns).toBeGreaterThan(5)
  })
})

describe('an error', () => {
  const list = { jsonrpc: '2.0', id: 'the id', method: 'tools/list' }

  it.each([
    ['a wrong key', 401, { 'x-api-key': 'sl_live_wrong' }, list],
    ['a foreign origin', 403, { origin: 'http://evil.example' }, list],
    ['no session', 400, {}, list],
    ['an unknown session', 404, { 'mcp-session-id': 'f'.repeat(32) }, list],
    ['an unknown revision', 400, { 'mcp-protocol-version': '2099-01-01' }, list],
    ['a bad handshake', 400, {}, { ...list, method: 'initialize' }],
  ])('an MCP error keeps the id of a request with %s', async (_, status, headers, body) => {
    const { raw } = await start()
    const response = await raw.send(body, headers)
    expect(response.status).toBe(status)
    expect(await answerOf(response)).toMatchObject({ id: 'the id', error: { message: expect.any(String) } })
  })

  it('an MCP error keeps the id of a request over the limit, and of one that is not JSON-RPC', async () => {
    const limits = { requests: createRateLimit({ perWindow: 3 }), bulk: createRateLimit({ perWindow: 0 }) }
    const { raw } = await start({ limits })
    const { send } = await raw.open()
    const broken = await send({ id: 7, method: 'tools/list' })
    expect([broken.status, (await answerOf(broken)).id]).toEqual([400, 7])
    expect((await send(list)).status).toBe(200)
    const refused = await send(list)
    expect([refused.status, (await answerOf(refused)).id]).toEqual([429, 'the id'])
  })

  it('an MCP error has no id when none can be read', async () => {
    const { raw } = await start()
    for (const body of ['{', '[]', '{"jsonrpc":"2.0","id":{},"method":"ping"}', JSON.stringify([list])]) {
      expect((await answerOf(await raw.send(body, { 'x-api-key': 'wrong' }))).id).toBeNull()
    }
    const long = { ...list, filler: 'x'.repeat(20_000) }
    expect((await answerOf(await raw.send(long, { 'x-api-key': 'wrong' }))).id).toBeNull()
  })

  it('an MCP error for a method that is not allowed has a charset in its content type', async () => {
    const { raw } = await start()
    const response = await raw.send(undefined, {}, 'PUT')
    expect([response.status, response.headers.get('content-type')]).toEqual([405, 'application/json; charset=utf-8'])
  })
})

describe('one user', () => {
  /** A user with links, and a session of theirs. */
  async function openUser() {
    const { raw, mcp, addLinks, user, newUser, ports } = await start()
    await addLinks(100)
    const { session } = await raw.open()
    const post = (key: string, body: object, signal?: AbortSignal) => {
      const json = JSON.stringify(body)
      const headers = {
        host: 'localhost:3000',
        'content-type': 'application/json',
        'content-length': `${Buffer.byteLength(json)}`,
        'mcp-session-id': session,
        'x-api-key': key,
      }
      return mcp.call(
        new Request('http://localhost:3000/mcp', { method: 'POST', headers, body: json, ...(signal && { signal }) }),
      )
    }
    return { user, newUser, ports, post }
  }

  it('a user who does not read large answers gets two of them built, and delays no other user', async () => {
    const { user, newUser, post } = await openUser()
    const unread = await Promise.all(many(2, () => post(user.key, readList())))
    let isAnswered = false
    const third = post(user.key, readList()).finally(() => (isAnswered = true))
    expect((await post((await newUser()).key, initialize())).status).toBe(200)
    expect(isAnswered).toBe(false)
    await unread[0]?.body?.cancel()
    expect(await answerOf(await third)).toMatchObject({ id: 1 })
  })

  it('a user who does not read large answers creates single links, but not with long rules or in a batch', async () => {
    const { user, newUser, post } = await openUser()
    const unread = await Promise.all(many(2, () => post(user.key, readList())))
    const create = (slug: string, more: object = {}) =>
      toolCall('create_shortlink', { target: 'https://example.com', slug, ...more })
    const rules = many(9, () => ({ type: 'device', value: 'mobile', target: LONG_TARGET }))
    let answered = 0
    const waiting = [[create('in-a-batch')], create('with-long-rules', { rules })].map((body) =>
      post(user.key, body).finally(() => (answered += 1)),
    )
    expect((await post(user.key, create('made-meanwhile'))).status).toBe(200)
    expect((await post((await newUser()).key, initialize())).status).toBe(200)
    expect(answered).toBe(0)
    for (const { body } of unread) await body?.cancel()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('a user has 16 single links created at once, and the others wait', async () => {
    const { user, post, ports } = await openUser()
    const { atomic } = ports.store
    const gate = Promise.withResolvers<void>()
    const inserts = vi
      .spyOn(ports.store, 'atomic')
      .mockImplementation((work) => ResultAsync.fromSafePromise(gate.promise).andThen(() => atomic(work)))
    const posts = many(17, () => post(user.key, toolCall('create_shortlink', { target: 'https://example.com' })))
    await expect.poll(() => inserts.mock.calls.length).toBe(16)
    expect((await post(user.key, ping(1))).status).toBe(200)
    expect(inserts).toHaveBeenCalledTimes(16)
    gate.resolve()
    expect((await Promise.all(posts)).every(({ status }) => status === 200)).toBe(true)
    expect(inserts).toHaveBeenCalledTimes(17)
  })

  it('what waits for a client that has left is not done', async () => {
    const { user, post, ports } = await openUser()
    const unread = await Promise.all(many(2, () => post(user.key, readList())))
    const client = new AbortController()
    const create = toolCall('create_shortlink', { target: 'https://example.com', slug: 'left' })
    const left = post(user.key, [create], client.signal)
    const stayed = post(user.key, [ping(1)])
    client.abort()
    for (const { body } of unread) await body?.cancel()
    expect((await left).status).toBe(400)
    expect((await stayed).status).toBe(200)
    expect(await ports.store.links.count(user.userId)).toBe(100)
  })
})
