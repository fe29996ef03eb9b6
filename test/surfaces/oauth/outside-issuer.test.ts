import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Configure } from '../../../hosts/app/composition.ts'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { newAccount } from '../../support/api.ts'
import { appBrowser } from '../../support/app-browser.ts'
import { publicUrl } from '../../support/oauth-app.ts'
import { startProviderIssuer } from '../../support/provider-issuer.ts'
import { CLIENTS, signInState } from '../../support/sdk-client.ts'
import { DATABASES, startTestServer, testEnvironment } from '../../support/server.ts'

/** Tests sign up as others do where the operator creates the accounts. */
const withSignUp: Configure = (root) => root.decorate('policy', (policy) => ({ ...policy, signUp: 'open' }))

/** More pages than sign-in has. */
const MAX_PAGES = 10

describe.each(DATABASES)('an outside issuer on %s', (database) => {
  let issuer: Awaited<ReturnType<typeof startProviderIssuer>>
  let replicas: RunningServer[]
  let base: string

  beforeAll(async () => {
    issuer = await startProviderIssuer(['links:read', 'links:create', 'account'])
    const environment = await testEnvironment(database, { OAUTH_ISSUER: issuer.url, SIGNUP: 'closed' })
    base = `http://localhost:${environment.PORT}`
    const start = (settings: Record<string, string>) => startTestServer({ settings, configure: withSignUp })
    replicas = [await start(environment)]
    if (database === 'postgres') {
      const { PORT } = await testEnvironment('sqlite')
      replicas.push(await start({ ...environment, BASE_URL: base, PORT: PORT as string }))
    }
  })
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close('tests are over')))
    issuer.close()
  })

  /** The official client, with requests to every replica in turn, as a balancer without affinity sends them. */
  function newClient() {
    let requests = 0
    const fetchNext: typeof fetch = (input, init) => {
      const replica = replicas[requests++ % replicas.length] as RunningServer
      return fetch(String(input).replace(base, publicUrl(replica.url)), init)
    }
    const { state, provider } = signInState({ kind: 'registered' })
    return { state, client: CLIENTS.v2({ address: new URL(`${base}/mcp/oauth`), provider, fetch: fetchNext }) }
  }

  /** Follows the issuer's pages to the answer that the client gets. */
  async function answerOf(authorization: string): Promise<URLSearchParams> {
    const browser = appBrowser()
    let location = authorization
    for (let page = 0; page < MAX_PAGES && !issuer.isAnswer(location); page += 1) {
      const next = await browser.go(location)
      if (next.location === '') throw new Error(`${next.response.status} ${await next.response.text()}`)
      location = new URL(next.location, location).href
    }
    expect(issuer.isAnswer(location), location).toBe(true)
    return new URL(location).searchParams
  }

  /** Signs in as a user of the issuer. */
  async function signedIn(sub: string, email: string, email_verified = true) {
    issuer.user.current = { sub, email, email_verified }
    const { state, client } = newClient()
    await expect(client.connect()).rejects.toThrow()
    expect(state.authorization).toContain(`${issuer.url}/`)
    await client.finish(await answerOf(state.authorization))
    return client
  }

  it('the official client signs in there, and acts for the account of the verified email address', async () => {
    const account = await newAccount(replicas[0]?.url ?? '')
    const client = await signedIn(randomUUID(), account.email)
    await client.connect()
    const tools = await client.tools()
    expect(tools).toContain('create_shortlink')
    // The token has neither of their scopes.
    expect(tools).not.toContain('delete_shortlinks')
    for (const _replica of replicas) {
      const slug = `made-${randomUUID().slice(0, 8)}`
      expect(await client.call('create_shortlink', { target: 'https://example.com/', slug })).toMatchObject({ slug })
    }
    await client.close()

    const { data } = await account.ask(
      '{ connectedApps { name verified scopes lastUsedAt } auditLog(take: 1, action: "createLink") { items { actor } } service { oauthIssuer } }',
    )
    const name = new URL(issuer.url).host
    expect(data.connectedApps).toEqual([{ name, verified: true, scopes: [], lastUsedAt: null }])
    expect(data.auditLog.items).toEqual([{ actor: expect.stringMatching(/^app:./) }])
    expect(data.service.oauthIssuer).toBe(issuer.url)
  })

  it('a user without a verified email address of an account is refused', async () => {
    const account = await newAccount(replicas[0]?.url ?? '')
    const unverified = await signedIn(randomUUID(), account.email, false)
    await expect(unverified.connect()).rejects.toThrow()
    const stranger = await signedIn(randomUUID(), `${randomUUID()}@example.com`)
    await expect(stranger.connect()).rejects.toThrow()
    expect((await account.ask('{ connectedApps { id } }')).data.connectedApps).toEqual([])
  })

  it('a second user of the issuer with the same email address gets in only after the link was removed', async () => {
    const account = await newAccount(replicas[0]?.url ?? '')
    await (await signedIn(randomUUID(), account.email)).connect()
    const second = await signedIn(randomUUID(), account.email)
    await expect(second.connect()).rejects.toThrow()
    const { data } = await account.ask('{ connectedApps { id } }')
    await account.ask('mutation ($id: ID!) { disconnectApp(id: $id) }', { id: data.connectedApps[0].id })
    await (await signedIn(randomUUID(), account.email)).connect()
  })

  it('the metadata names it, and our own authorization server is off', async () => {
    for (const { url } of replicas) {
      for (const path of ['/mcp/oauth', '/api/v1']) {
        const metadata = await fetch(`${url}/.well-known/oauth-protected-resource${path}`)
        expect(await metadata.json()).toMatchObject({
          resource: `${base}${path}`,
          authorization_servers: [issuer.url],
          scopes_supported: expect.arrayContaining(['links:read', 'openid', 'email']),
        })
      }
      const refused = await fetch(`${url}/mcp/oauth`, { method: 'POST', body: '{}' })
      expect(refused.headers.get('www-authenticate')).toContain(
        `resource_metadata="${base}/.well-known/oauth-protected-resource/mcp/oauth"`,
      )
      for (const path of ['/oauth/authorize', '/oauth/register', '/.well-known/oauth-authorization-server/oauth'])
        expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404])
    }
  })
})
