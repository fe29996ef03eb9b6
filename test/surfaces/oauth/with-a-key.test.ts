import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, it } from 'vitest'
import { newAccount } from '../../support/api.ts'
import { mcpStatus, publicUrl } from '../../support/oauth-app.ts'
import { signInState } from '../../support/sdk-client.ts'
import { startTestServer } from '../../support/server.ts'

/** Where clients look for an authorization server of `/mcp`, in the order of the specification and of older clients. */
const PLACES = [
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server/mcp',
  '/.well-known/openid-configuration/mcp',
  '/mcp/.well-known/openid-configuration',
  '/mcp/.well-known/oauth-authorization-server',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/authorize',
  '/token',
  '/register',
]

it('a client with a key on /mcp never sees sign-in, and the key works where apps sign in, too', async () => {
  const server = await startTestServer()
  const url = publicUrl(server.url)
  const account = await newAccount(server.url)
  const { data } = await account.ask('mutation { createApiKey(label: "agent") { secret } }')
  const key = data.createApiKey.secret

  for (const place of PLACES) {
    const response = await fetch(`${url}${place}`, { redirect: 'manual' })
    expect([place, response.status]).toEqual([place, 404])
  }
  const refused = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="shortlink"'])

  // A client that could sign in, and has a key.
  const asked: string[] = []
  const { state, provider } = signInState({ kind: 'registered' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    authProvider: provider,
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch(input, init) {
      asked.push(new URL(String(input)).pathname)
      return fetch(input, init)
    },
  })
  const client = new Client({ name: 'with a key', version: '1.0.0' })
  await client.connect(transport as Transport)
  expect((await client.listTools()).tools.length).toBe(20)
  await client.close()
  expect([new Set(asked), state.authorization]).toEqual([new Set(['/mcp']), ''])

  expect(await mcpStatus(url, key, '/mcp/oauth')).toBe(200)
  await server.close('tests are over')
})

it.each([
  ['OAUTH=false', { OAUTH: 'false' }],
  ['no dashboard', { DASHBOARD: 'false' }],
])('with %s there is no sign-in', async (_name, settings: Record<string, string>) => {
  const server = await startTestServer({ settings })
  for (const path of [
    '/mcp/oauth',
    '/oauth/authorize',
    '/.well-known/oauth-protected-resource/mcp/oauth',
    '/.well-known/oauth-authorization-server/oauth',
  ])
    expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 404])
  expect(await mcpStatus(server.url, 'a'.repeat(43), '/mcp')).toBe(401)
  await server.close('tests are over')
})
