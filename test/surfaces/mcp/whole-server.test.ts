import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect, initialize, rawClient, toolCall } from '../../hosts/mcp/client.ts'
import { follow, newAccount } from '../../support/api.ts'
import { startTestServer, surfaceDatabases } from '../../support/server.ts'

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= server.close('the test is over'))
  onTestFinished(close)
  const account = await newAccount(server.url)
  const { data } = await account.ask('mutation { createApiKey(label: "agent") { secret apiKey { id } } }')
  const { secret, apiKey } = data.createApiKey as { secret: string; apiKey: { id: string } }
  return { url: server.url, close, account, key: secret, keyId: apiKey.id }
}

describe.each(surfaceDatabases(import.meta.url))('a whole server on %s', (database) => {
  it('an agent creates a link, and reads the visits of people who followed it', async () => {
    const { url, key, account } = await start({ database })
    const { call } = await connect(`${url}/mcp`, key)
    expect(await call('whoami')).toMatchObject({
      userId: account.id,
      baseUrl: `http://localhost:${new URL(url).port}`,
    })
    const { id, slug } = await call('create_shortlink', { target: 'https://example.com/', slug: 'agent' })
    expect((await follow(url, slug)).headers.get('location')).toBe('https://example.com/')
    const stats = () => call('get_hit_stats', { id })
    await expect.poll(stats).toMatchObject({ hitCount: 1, hits: [{ ip: '127.0.0.1' }] })
    await call('update_shortlinks', { inputs: [{ id, target: 'https://example.org/' }] })
    expect((await follow(url, slug)).headers.get('location')).toBe('https://example.org/')
    await call('delete_shortlinks', { ids: [id] })
    expect((await follow(url, slug)).status).toBe(404)
  })

  it('an agent is refused from the first request after its key was revoked', async () => {
    const { url, key, keyId, account } = await start({ database })
    const { send } = await rawClient(`${url}/mcp`, key).open()
    expect((await send(toolCall('whoami'))).status).toBe(200)
    await account.ask('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: keyId })
    expect((await send(toolCall('whoami'))).status).toBe(401)
  })

  it('idempotency keys are separate for each tool and surface', async () => {
    const { url, key, account } = await start({ database })
    const { call } = await connect(`${url}/mcp`, key)
    const asked = 'mutation { createShortlink(target: "https://example.com") }'
    await account.ask(asked, {}, { 'idempotency-key': 'same' })
    await call('create_shortlink', { target: 'https://example.com' }, 'same')
    expect(await call('list_shortlinks')).toHaveLength(2)
  })
})

describe('a whole server', () => {
  it('a server closes while a client listens on an event stream', async () => {
    const { url, key, close } = await start()
    const { send } = await rawClient(`${url}/mcp`, key).open()
    const stream = await send(undefined, { accept: 'text/event-stream' }, 'GET')
    await close()
    // Cut off, it would not end but fail.
    expect(await stream.text()).toBe(': ok\n\n')
  })

  it('a server serves MCP at the root of the host of MCP_URL', async () => {
    const { url, key } = await start({ settings: { MCP_URL: 'http://mcp.localhost' } })
    const headers = { host: 'mcp.localhost', 'content-type': 'application/json', 'x-api-key': key }
    const answer = await new Promise<unknown>((resolve, reject) => {
      request(url, { method: 'POST', headers }, (response) => json(response).then(resolve, reject))
        .on('error', reject)
        .end(JSON.stringify(initialize()))
    })
    expect(answer).toMatchObject({ result: { serverInfo: { name: 'shortlink' } } })
    expect((await follow(url, '')).headers.get('location')).toMatch(/\/dash$/)
  })

  it('a server serves no MCP when it is switched off', async () => {
    const { url, key } = await start({ settings: { MCP_ENABLED: 'false' } })
    expect((await rawClient(`${url}/mcp`, key).send(initialize())).status).toBe(404)
    expect(await (await fetch(`${url}/llms.txt`)).text()).not.toContain('/mcp')
  })
})
