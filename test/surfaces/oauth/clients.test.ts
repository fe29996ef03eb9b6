import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { newAccount } from '../../support/api.ts'
import { appBrowser, connectIn } from '../../support/app-browser.ts'
import { publicUrl, REDIRECT } from '../../support/oauth-app.ts'
import { CLIENTS, type Identity, signInState } from '../../support/sdk-client.ts'
import { DATABASES, startTestServer, testEnvironment } from '../../support/server.ts'

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
  let replicas: RunningServer[]
  let base: string

  beforeAll(async () => {
    const environment = await testEnvironment(database, { OAUTH_CLIENTS: JSON.stringify(FIXED) })
    base = `http://localhost:${environment.PORT}`
    const start = async (settings: Record<string, string>) =>
      startTestServer({
        settings,
        // The guard of addresses has its own tests; no test reaches a public one.
        configure: (root) =>
          root.replace('fetchMetadata', async (url) => {
            expect(url).toBe(DOCUMENT_URL)
            return Response.json(DOCUMENT)
          }),
      })
    replicas = [await start(environment)]
    if (database === 'postgres') {
      const { PORT } = await testEnvironment('sqlite')
      replicas.push(await start({ ...environment, BASE_URL: base, PORT: PORT as string }))
    }
  })
  afterAll(() => Promise.all(replicas.map((replica) => replica.close('tests are over'))))

  /** Sends every request to the next replica, as a balancer without affinity does. */
  const balanced = () => {
    let requests = 0
    const fetchNext: typeof fetch = (input, init) => {
      const replica = replicas[requests++ % replicas.length] as RunningServer
      return fetch(String(input).replace(base, publicUrl(replica.url)), init)
    }
    return fetchNext
  }

  const cases = Object.keys(CLIENTS).flatMap((version) =>
    Object.keys(IDENTITIES).map((identity) => [version, identity] as const),
  )
  it.each(cases)(
    '%s, which %s, signs in, calls tools, refreshes its token, and is disconnected',
    async (version, name) => {
      const { shown, ...identity } = IDENTITIES[name] as (typeof IDENTITIES)[string]
      const account = await newAccount(replicas[0]?.url ?? '')
      const { state, provider } = signInState(identity)
      const fetchNext = version === 'v1' ? affine(replicas, base) : balanced()
      const address = new URL(`${base}/mcp/oauth`)
      const client = CLIENTS[version as 'v1' | 'v2']({ address, provider, fetch: fetchNext })

      await expect(client.connect()).rejects.toThrow()
      const url = replicas.at(-1)?.url ?? ''
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

/** Sends the requests of sign-in to every replica in turn, and MCP to one: its sessions belong to a replica. */
function affine(replicas: readonly RunningServer[], base: string): typeof fetch {
  let requests = 0
  return (input, init) => {
    const isMcp = new URL(String(input)).pathname.startsWith('/mcp')
    const replica = replicas[isMcp ? 0 : requests++ % replicas.length] as RunningServer
    return fetch(String(input).replace(base, publicUrl(replica.url)), init)
  }
}
