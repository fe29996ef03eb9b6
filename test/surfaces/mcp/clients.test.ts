import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFixture } from '../../hosts/mcp/fixture.ts'
import { connectSecond, MODERN } from '../../hosts/mcp/modern-client.ts'

/** One running server for every client. */
let url: string
let key: string
let close: () => Promise<void>
beforeAll(async () => {
  const fixture = await openFixture({
    whenDone(given) {
      close = given
    },
  })
  url = fixture.url
  key = (await fixture.newUser()).key
})
afterAll(() => close())

it.each([
  ['by default', undefined, '2025-11-25'],
  ['that negotiates', { mode: 'auto' }, MODERN],
  ['pinned to the modern era', { mode: { pin: MODERN } }, MODERN],
  ['set to open sessions', { mode: 'legacy' }, '2025-11-25'],
] as const)('the official client of the second generation works %s', async (_, negotiation, revision) => {
  const { client, call } = await connectSecond(url, key, negotiation)
  expect(client.getNegotiatedProtocolVersion()).toBe(revision)
  expect((await client.listTools()).tools).toHaveLength(20)
  const slug = `v2-${revision}-${negotiation?.mode === undefined ? 'plain' : JSON.stringify(negotiation.mode).length}`
  expect(await call('create_shortlink', { target: 'https://example.com/', slug })).toMatchObject({ slug })
  expect(await call('get_shortlink', { slug: 'none' })).toEqual({ error: 'Shortlink not found' })
  const { resources } = await client.listResources()
  const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' })
  expect(JSON.stringify(contents)).toContain(slug)
})

/** The client of the first generation, which asks for one revision. */
class OlderClient extends Client {
  readonly #revision: string
  constructor(revision: string) {
    super({ name: 'older', version: '1' })
    this.#revision = revision
  }
  override async request(...[request, ...rest]: Parameters<Client['request']>) {
    const asked =
      request.method === 'initialize' ? { ...request.params, protocolVersion: this.#revision } : request.params
    return super.request({ ...request, params: asked } as typeof request, ...rest) as never
  }
}

it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'the official client of the first generation works at revision %s',
  async (revision) => {
    const client = new OlderClient(revision)
    const headers = { 'x-api-key': key }
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
    await client.connect(transport)
    expect(transport.protocolVersion).toBe(revision)
    const { structuredContent } = await client.callTool({
      name: 'create_shortlink',
      arguments: { target: 'https://example.com/', slug: `v1-${revision}` },
    })
    expect(structuredContent).toMatchObject({ slug: `v1-${revision}` })
    await client.close()
  },
)
