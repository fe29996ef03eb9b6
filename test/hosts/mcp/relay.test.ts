import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRateLimit } from '../../../hosts/http/redirect/rate-limit.ts'
import { relayMcp } from '../../../hosts/mcp/relay.ts'
import { initialize, toolCall } from './client.ts'
import { openFixture } from './fixture.ts'
import { MODERN, modern, modernCall } from './modern-client.ts'

interface Given {
  readonly url?: string
  readonly apiKey?: string
  readonly onFailure?: (reason: string) => void
}

async function start(given: Given = {}, parts: Parameters<typeof openFixture>[0] = {}) {
  const fixture = await openFixture(parts)
  const user = await fixture.newUser()
  const [input, output] = [new PassThrough(), new PassThrough()]
  const relayed = relayMcp({ url: fixture.url, apiKey: user.key, input, output, ...given })
  const answers: AsyncIterator<Buffer> = output[Symbol.asyncIterator]()
  const say = (message: unknown) => input.write(`${JSON.stringify(message)}\n`)
  return {
    ...fixture,
    user,
    relayed,
    say,
    ask: async (message: unknown) => {
      say(message)
      return JSON.parse(String((await answers.next()).value))
    },
    end: () => input.end(),
    rest: async () => {
      output.end()
      return text(output)
    },
  }
}

/** Redirects every request to another origin, and keeps the keys that arrive there. */
async function redirectingServer() {
  const keys: unknown[] = []
  const listen = async (server: Server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  }
  const elsewhere = await listen(
    createServer((request, response) => {
      keys.push(request.headers['x-api-key'])
      response.end('{}')
    }),
  )
  const url = await listen(createServer((_, response) => response.writeHead(307, { location: elsewhere }).end()))
  return { url, elsewhere, keys }
}

it('the relay opens its session at the address that it is given, with the toolsets of that', async () => {
  const { url, newUser } = await openFixture()
  const { ask, relayed, end } = await start({ url: `${url}?toolsets=tags`, apiKey: (await newUser()).key })
  await ask(initialize())
  const { result } = await ask({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
  expect(result.tools.map(({ name }: { name: string }) => name)).toContain('list_tags')
  expect(await ask(toolCall('whoami', {}, 3))).toMatchObject({ error: { code: -32602 } })
  end()
  await relayed
})

describe('the relay', () => {
  it('the relay follows no redirect, so that the key reaches no other host', async () => {
    const { url, elsewhere, keys } = await redirectingServer()
    const { ask, relayed } = await start({ url })
    const reason = `The server redirects to ${elsewhere}, which is not followed; pass the final URL with --url`
    const [answer] = await Promise.all([ask(initialize()), expect(relayed).rejects.toThrow(reason)])
    expect(answer.error.message).toBe(reason)
    expect(keys).toEqual([])
  })

  it.each(['http://sho.rt/mcp', 'http://10.0.0.7/mcp', 'http://localhost.sho.rt/mcp', 'ftp://sho.rt', 'sho.rt/mcp'])(
    'the relay sends no key to %s',
    async (url) => {
      const relayed = relayMcp({ url, apiKey: 'the key', input: new PassThrough(), output: new PassThrough() })
      await expect(relayed).rejects.toThrow('--url must begin with https://')
    },
  )

  it('the relay passes requests and answers, and closes the session at the end', async () => {
    const { ask, say, user, end, relayed, mcp } = await start()
    expect(await ask(initialize())).toMatchObject({ id: 1, result: { serverInfo: { name: 'shortlink' } } })
    say({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(await ask(toolCall('whoami', {}, 2))).toMatchObject({
      id: 2,
      result: { structuredContent: { userId: user.userId } },
    })
    expect(mcp.sessionCount()).toBe(1)
    end()
    await relayed
    expect(mcp.sessionCount()).toBe(0)
  })

  it('the relay passes requests of the modern era with their headers, and opens no session for them', async () => {
    const { ask, user, mcp } = await start()
    const probe = { ...modern('server/discover'), id: 'server-discover-probe-1' }
    expect(await ask(probe)).toMatchObject({ id: 'server-discover-probe-1', result: { supportedVersions: [MODERN] } })
    const called = await ask(modernCall('whoami'))
    expect(called.result).toMatchObject({ resultType: 'complete', structuredContent: { userId: user.userId } })
    expect(await ask(modern('resources/read', { uri: 'shortlink://ünknown' }))).toHaveProperty('result')
    expect(mcp.sessionCount()).toBe(0)
    // Claude Code opens a session after a successful probe.
    expect(await ask(initialize())).toMatchObject({ result: { serverInfo: { name: 'shortlink' } } })
    expect(await ask(toolCall('whoami'))).toMatchObject({ result: { structuredContent: { userId: user.userId } } })
  })

  it('the relay passes errors of the modern era with their codes and data', async () => {
    const { ask } = await start()
    expect(await ask(modern('ping'))).toMatchObject({ id: 1, error: { code: -32601 } })
    const claim = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
    const { error } = await ask(modern('server/discover', { _meta: claim }))
    expect(error).toMatchObject({ code: -32022, data: { supported: [MODERN], requested: '2099-01-01' } })
  })

  it('the relay opens a new session when the server no longer has the old one', async () => {
    const { ask, say, user, mcp } = await start()
    await ask(initialize())
    mcp.close()
    for (const id of [2, 3, 4, 5]) say(toolCall('whoami', {}, id))
    expect(await ask(toolCall('whoami'))).toMatchObject({ result: { structuredContent: { userId: user.userId } } })
    expect(mcp.sessionCount()).toBe(1)
  })

  it('the relay answers every request sent before the input ended', async () => {
    const { say, end, relayed, rest } = await start()
    say(initialize())
    for (const id of [2, 3]) say(toolCall('whoami', {}, id))
    end()
    await relayed
    const answers = (await rest()).trim().split('\n')
    expect(answers.map((line) => JSON.parse(line)).toSorted((a, b) => a.id - b.id)).toMatchObject([
      { id: 1, result: { serverInfo: {} } },
      { id: 2, result: { structuredContent: {} } },
      { id: 3, result: { structuredContent: {} } },
    ])
  })

  it.each([
    [{ apiKey: 'nonsense' }, 'The API key is invalid: mistyped, revoked or expired'],
    [{ url: 'http://127.0.0.1:9/mcp' }, 'No server responds at http://127.0.0.1:9/mcp: bad port'],
  ])('the relay answers a client whose session is not opened, and ends with the reason: %j', async (given, reason) => {
    const { ask, relayed } = await start(given)
    const [answer] = await Promise.all([ask(initialize()), expect(relayed).rejects.toThrow(reason)])
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: reason } })
  })

  it('the relay reports each reason of failed messages once in a row, and goes on', async () => {
    const failures: string[] = []
    const { ask, end, relayed, user } = await start({ onFailure: (reason) => failures.push(reason) })
    await ask(initialize())
    await user.revokeKey()
    for (const id of [2, 3]) expect((await ask(toolCall('whoami', {}, id))).error.message).toContain('is invalid')
    end()
    await relayed
    expect(failures).toEqual(['The API key is invalid: mistyped, revoked or expired'])
  })

  it('the relay passes on how many seconds to wait when a limit is reached, and reports that once', async () => {
    const failures: string[] = []
    let now = 0
    const requests = createRateLimit({ perWindow: 1, clock: { now: () => now } })
    const limits = { requests, bulk: requests }
    const { ask, end, relayed } = await start({ onFailure: (reason) => failures.push(reason) }, { limits })
    await ask(initialize())
    for (const seconds of [60, 59]) {
      const message = `Too many requests, try again in ${seconds} seconds`
      expect((await ask(toolCall('whoami'))).error.message).toBe(message)
      now += 1000
    }
    end()
    await relayed
    expect(failures).toEqual(['Too many requests, try again in 60 seconds'])
  })
})
