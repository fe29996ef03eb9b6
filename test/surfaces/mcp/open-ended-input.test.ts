import { fc, test } from '@fast-check/vitest'
import { beforeAll, describe, expect } from 'vitest'
import { allTools } from '../../../hosts/mcp/tools/tools.ts'
import { initialize, toolCall } from '../../hosts/mcp/client.ts'
import { openFixture } from '../../hosts/mcp/fixture.ts'

const NASTY = ['\0', '\ud800', '../../etc/passwd', "' or 1=1 --", '__proto__', '<script>', '\u202e', '9'.repeat(400)]

const json = fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue({ maxDepth: 3 }))
const names = [...new Set(allTools.flatMap(({ listed }) => Object.keys(listed.inputSchema.properties ?? {})))]

let send: (body: unknown) => Promise<Response>
let errors: readonly unknown[]

beforeAll(async () => {
  let close = async () => {}
  const { mcp, newUser, errors: seen } = await openFixture({ whenDone: (end) => (close = end) })
  const { key } = await newUser()
  const init = { method: 'POST', headers: { host: 'localhost', 'content-type': 'application/json', 'x-api-key': key } }
  const opened = await mcp.call(
    new Request('http://localhost/mcp?toolsets=all', { ...init, body: JSON.stringify(initialize()) }),
  )
  const headers = { ...init.headers, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
  send = (body) => mcp.call(new Request('http://localhost/mcp', { ...init, headers, body: JSON.stringify(body) }))
  errors = seen
  return () => close()
})

describe('any input', () => {
  test.prop([fc.constantFrom(...allTools), fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), json)], {
    numRuns: 500,
  })('any arguments of a tool are answered by the tool', async ({ listed }, args) => {
    const response = await send(toolCall(listed.name, args))
    const { result } = (await response.json()) as { result: { content: [{ text: string }]; structuredContent: object } }
    expect(response.status).toBe(200)
    expect(result.structuredContent).toBeTypeOf('object')
    expect(JSON.parse(result.content[0].text)).toBeDefined()
    expect(errors).toEqual([])
  })

  test.prop([json])('any resource address is answered', async (uri) => {
    const response = await send({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })
    expect(response.status).toBe(200)
    expect(errors).toEqual([])
  })

  test.prop([fc.jsonValue({ maxDepth: 4 })])('any message is answered or refused', async (message) => {
    expect((await send(message)).status).toBeLessThan(500)
  })

  test.prop([fc.constantFrom('tools/call', 'resources/read', 'initialize', 'ping', 'tools/list'), json, json])(
    'any parameters of a method are answered or refused',
    async (method, params, id) => {
      expect((await send({ jsonrpc: '2.0', id, method, params })).status).toBeLessThan(500)
    },
  )
})
