import { describe, expect, it } from 'vitest'
import { connect, initialize, rawClient, toolCall } from './client.ts'
import { openFixture } from './fixture.ts'

const TAGS = ['list_tags', 'update_tag', 'delete_tag', 'add_alias', 'remove_alias']
const ANALYTICS = ['get_analytics']
const AUDIT = ['list_audit_entries']
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

async function start(parts: Parameters<typeof openFixture>[0] = {}) {
  const fixture = await openFixture(parts)
  const { key } = await fixture.newUser()
  const namesAt = async (address: string) =>
    (await (await connect(address, key)).client.listTools()).tools.map(({ name }) => name)
  return { ...fixture, key, namesAt }
}

describe('toolsets', () => {
  it('an address lists the tools of the sets that it names, and no others', async () => {
    const { url, namesAt } = await start()
    const core = await namesAt(url)
    expect(core).toHaveLength(20)
    expect(await namesAt(`${url}?toolsets=tags`)).toEqual(TAGS)
    expect(await namesAt(`${url}?toolsets=core`)).toEqual(core)
    expect(await namesAt(`${url}?toolsets=analytics`)).toEqual(ANALYTICS)
    expect(await namesAt(`${url}?toolsets=audit`)).toEqual(AUDIT)
    for (const words of ['core,tags', 'tags, core', 'tags&toolsets=core'])
      expect(await namesAt(`${url}?toolsets=${words}`)).toEqual([...core, ...TAGS])
    expect(await namesAt(`${url}?toolsets=all`)).toEqual([...core, ...TAGS, ...ANALYTICS, ...AUDIT])
  })

  it('an address without sets lists those of the setting', async () => {
    const { url, namesAt } = await start({ toolsets: ['tags'] })
    expect(await namesAt(url)).toEqual(TAGS)
    expect(await namesAt(`${url}?toolsets=core`)).toHaveLength(20)
  })

  it.each(['', 'search', 'core,search', 'TAGS'])('no session opens with the unknown set %j', async (words) => {
    const { url, key } = await start()
    const response = await rawClient(`${url}?toolsets=${words}`, key).send(initialize())
    expect(response.status).toBe(400)
    expect(response.headers.get('mcp-session-id')).toBeNull()
    expect(await response.json()).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('available: core, tags, analytics, audit, all') },
    })
  })

  it('a session keeps the sets that it was opened with, regardless of what later requests name', async () => {
    const { url, key } = await start()
    const { session } = await rawClient(`${url}?toolsets=tags`, key).open()
    for (const address of [url, `${url}?toolsets=core`]) {
      const answer = await rawClient(address, key).send(list, { 'mcp-session-id': session })
      const { result } = (await answer.json()) as { result: { tools: { name: string }[] } }
      expect(result.tools.map(({ name }) => name)).toEqual(TAGS)
    }
  })

  it('a tool of a set that the session does not have is unknown, with where it is offered', async () => {
    const { url, key } = await start()
    const unknown = (name: string, sets: string) =>
      expect.stringMatching(`Unknown tool: ${name}; it is offered at the MCP address with \\?toolsets=${sets}$`)
    const core = await rawClient(url, key).open()
    const answer = await (await core.send(toolCall('list_tags'))).json()
    expect(answer).toMatchObject({ error: { code: -32602, message: unknown('list_tags', 'core,tags') } })
    const tags = await rawClient(`${url}?toolsets=tags`, key).open()
    expect(await (await tags.send(toolCall('whoami'))).json()).toMatchObject({
      error: { code: -32602, message: unknown('whoami', 'core') },
    })
  })
})
