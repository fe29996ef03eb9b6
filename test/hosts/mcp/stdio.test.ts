import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { shortUrl } from '@shortlink/core'
import { authenticate } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { serveMcpOverStdio } from '../../../hosts/mcp/stdio.ts'
import { offerTools } from '../../../hosts/mcp/tools/tools.ts'
import { initialize, toolCall } from './client.ts'
import { openFixture } from './fixture.ts'
import { MODERN, modern, modernCall } from './modern-client.ts'

async function start() {
  const { app, ports, newUser, errors } = await openFixture()
  const user = await newUser()
  const [input, output] = [new PassThrough(), new PassThrough()]
  const served = serveMcpOverStdio({
    app,
    clock: ports.clock,
    blocklist: ports.blocklist,
    caller: async () => {
      const caller = await authenticate(ports, { apiKey: user.key })
      return caller.kind === 'user' ? caller : undefined
    },
    shortUrl: (link) => shortUrl('http://localhost:3000', link),
    tools: offerTools(['core']),
    version: '0.0.0',
    onError: (error) => errors.push(error),
    input,
    output,
  })
  const say = (message: unknown) => input.write(`${JSON.stringify(message)}\n`)
  return { user, errors, output, served, say, end: () => input.end() }
}

const messages = (said: string) =>
  said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('MCP over stdio', () => {
  it('MCP over stdio answers every request sent before the input ended, then ends', async () => {
    const { user, output, served, say, end } = await start()
    say(initialize('2025-06-18'))
    say({ jsonrpc: '2.0', method: 'notifications/initialized' })
    say(toolCall('create_shortlink', { target: 'https://example.com', slug: 'piped' }, 2))
    say(toolCall('whoami', {}, 3))
    end()
    await served
    output.end()
    const answers = messages(await text(output)).toSorted((a, b) => a.id - b.id)
    expect(answers).toMatchObject([
      { id: 1, result: { protocolVersion: '2025-06-18' } },
      { id: 2, result: { structuredContent: { slug: 'piped' } } },
      { id: 3, result: { structuredContent: { userId: user.userId } } },
    ])
  })

  it('MCP over stdio answers both eras', async () => {
    const { user, output, served, say, end } = await start()
    say({ ...modern('server/discover'), id: 'server-discover-probe-1' })
    say({ ...modernCall('whoami'), id: 2 })
    say({ ...modern('logging/setLevel'), id: 3 })
    say({ ...modern('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }), id: 4 })
    say({ ...initialize('2025-11-25'), id: 5 })
    say(toolCall('whoami', {}, 6))
    end()
    await served
    output.end()
    const answers = messages(await text(output)).toSorted((a, b) => String(a.id).localeCompare(String(b.id)))
    expect(answers).toMatchObject([
      { id: 2, result: { resultType: 'complete', structuredContent: { userId: user.userId } } },
      { id: 3, error: { code: -32601 } },
      { id: 4, error: { code: -32022, data: { supported: [MODERN] } } },
      { id: 5, result: { protocolVersion: '2025-11-25' } },
      { id: 6, result: { structuredContent: { userId: user.userId } } },
      { id: 'server-discover-probe-1', result: { supportedVersions: [MODERN], resultType: 'complete' } },
    ])
    expect(answers[4].result).not.toHaveProperty('resultType')
  })

  it('MCP over stdio refuses the first call after its key was revoked', async () => {
    const { user, output, served, say, end } = await start()
    await user.revokeKey()
    say(toolCall('whoami', {}, 1))
    say({ jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'shortlink://list' } })
    end()
    await served
    output.end()
    const error = 'The API key is no longer valid'
    const [call, read] = messages(await text(output)).toSorted((a, b) => a.id - b.id)
    expect(call.result.structuredContent).toEqual({ error })
    expect(JSON.parse(read.result.contents[0].text)).toEqual({ error })
  })

  it('MCP over stdio continues after a line that is not a message', async () => {
    const { output, served, say, end, errors } = await start()
    say('nonsense')
    say(toolCall('whoami'))
    end()
    await served
    output.end()
    expect(messages(await text(output))).toHaveLength(1)
    expect(errors).toHaveLength(1)
  })
})
