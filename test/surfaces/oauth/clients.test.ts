import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { newAccount } from '../../support/api.ts'
import { appBrowser, connectIn } from '../../support/app-browser.ts'
import { REDIRECT } from '../../support/oauth-app.ts'
import { type Replicas, startReplicas } from '../../support/replicas.ts'
import { CLIENTS, type Identity, signInState } from '../../support/sdk-client.ts'
import { DATABASES } from '../../support/server.ts'

const DOCUMENT_URL = 'https://app.example/client.json'
const DOCUMENT = {
  client_id: DOCUMENT_URL,
  client_name: 'App with a document',
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: 'none',
}
const FIXED = [
  { client_id: 'public-app', client_name: 'Known app', redirect_uris: [REDIRECT] },
  { client_id: 'secret-app', client_name: 'Known app', redirect_uris: [REDIRECT], client_secret: 's'.repeat(32) },
]

const IDENTITIES: Readonly<Record<string, Identity & { readonly shown: object }>> = {
  'registers itself': { kind: 'registered', shown: { name: 'Official client', host: null, verified: false } },
  'has a metadata document': {
    kind: 'document',
    url: DOCUMENT_URL,
    shown: { name: 'App with a document', host: 'app.example', verified: true },
  },
  'is known to the operator': {
    kind: 'fixed',
    client_id: 'public-app',
    shown: { name: 'Known app', host: null, verified: true },
  },
  'is known with a secret': {
    kind: 'fixed',
    client_id: 'secret-app',
    client_secret: 's'.repeat(32),
    shown: { name: 'Known app', host: null, verified: true },
  },
}

describe.each(DATABASES)('the official clients on %s', (database) => {
  let replicas: Replicas

  beforeAll(async () => {
    // The guard of addresses has its own tests; no test reaches a public one.
    replicas = await startReplicas(database, { OAUTH_CLIENTS: JSON.stringify(FIXED) }, (root) =>
      root.replace('fetchMetadata', async (url) => {
        expect(url).toBe(DOCUMENT_URL)
        return Response.json(DOCUMENT)
      }),
    )
  })
  afterAll(() => replicas.close())

  const cases = Object.keys(CLIENTS).flatMap((version) =>
    Object.keys(IDENTITIES).map((identity) => [version, identity] as const),
  )
  it.each(cases)(
    '%s, which %s, signs in, calls tools, refreshes its token, and is disconnected',
    async (version, name) => {
      const { shown, ...identity } = IDENTITIES[name] as (typeof IDENTITIES)[string]
      const { base, servers } = replicas
      const account = await newAccount(servers[0]?.url ?? '')
      const { state, provider } = signInState(identity)
      const fetchNext = version === 'v1' ? affine(replicas) : balanced(replicas)
      const address = new URL(`${base}/mcp/oauth`)
      const client = CLIENTS[version as 'v1' | 'v2']({ address, provider, fetch: fetchNext })

      await expect(client.connect()).rejects.toThrow()
      const url = servers.at(-1)?.url ?? ''
      const answer = await connectIn(appBrowser(), {
        url,
        headers: account.headers,
        authorization: state.authorization,
        scopes: ['links:read', 'links:create'],
      })
      await client.finish(answer.searchParams)
      await client.connect()
      const tools = await client.tools()
      expect(tools).toContain('create_shortlink')
      expect(tools).not.toContain('delete_shortlinks')
      const slug = `made-${randomUUID().slice(0, 8)}`
      expect(await client.call('create_shortlink', { target: 'https://example.com/', slug })).toMatchObject({ slug })

      const fields =
        '{ connectedApps { id name host verified scopes lastUsedAt } auditLog(take: 1, action: "createLink") { items { actor } } }'
      const { data } = await account.ask(fields)
      expect(data.connectedApps).toEqual([
        { ...shown, id: expect.any(String), scopes: ['links:read', 'links:create'], lastUsedAt: expect.any(String) },
      ])
      expect(data.auditLog.items).toEqual([{ actor: expect.stringMatching(/^app:./) }])

      // Its access token has ended: it gets another one by itself.
      const before = state.tokens as { access_token: string; refresh_token: string }
      state.tokens = { ...before, access_token: 'a'.repeat(43) }
      await client.connect()
      expect(await client.tools()).toContain('create_shortlink')
      expect(state.tokens).not.toMatchObject({ refresh_token: before.refresh_token })

      await account.ask('mutation ($id: ID!) { disconnectApp(id: $id) }', { id: data.connectedApps[0].id })
      await expect(client.call('whoami', {})).rejects.toThrow()
      await client.close()
    },
  )
})

/** Sends every request to the next replica, as a balancer without affinity does. */
function balanced({ servers, fetchFrom }: Replicas): typeof fetch {
  let requests = 0
  return (input, init) => fetchFrom(servers[requests++ % servers.length] as RunningServer)(input, init)
}

/** The same for sign-in, and MCP to one: its sessions belong to a replica. */
function affine(replicas: Replicas): typeof fetch {
  const fetchNext = balanced(replicas)
  const fetchFirst = replicas.fetchFrom(replicas.servers[0] as RunningServer)
  return (input, init) =>
    new URL(String(input)).pathname.startsWith('/mcp') ? fetchFirst(input, init) : fetchNext(input, init)
}
