import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { ask, newAccount } from '../../support/api.ts'
import { appBrowser, connectIn, consent, uidOf } from '../../support/app-browser.ts'
import {
  askToken,
  authorizationUrl,
  connectedApp,
  exchange,
  mcpStatus,
  publicUrl,
  REDIRECT,
  refresh,
  registered,
} from '../../support/oauth-app.ts'
import { DATABASES, startTestServer } from '../../support/server.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

describe.each(DATABASES)('an authorization server on %s', (database) => {
  let server: RunningServer
  let account: Account
  let clientId: string

  beforeAll(async () => {
    // Addresses of metadata documents are checked as in production.
    server = await startTestServer({ database, settings: { WEBHOOK_ALLOW_PRIVATE: 'false', TRUST_PROXY: '1' } })
    account = await newAccount(server.url)
    clientId = (await registered(server.url)).client_id
  })
  afterAll(() => server.close('tests are over'))

  const approved = (given = {}) =>
    connectIn(appBrowser(), {
      url: server.url,
      headers: account.headers,
      authorization: authorizationUrl(server.url, clientId, given),
    })
  const newCode = async () => (await approved()).searchParams.get('code')
  /** The parameters of the error that a client gets, or the status of a page that names it. */
  const refusal = async (given: Record<string, string | undefined>) => {
    const { response, location } = await appBrowser().go(authorizationUrl(server.url, clientId, given))
    return location === '' ? response.status : new URL(location.replace('#', '?')).searchParams.get('error')
  }

  it('a code works once; its second use ends the tokens of the first', async () => {
    const code = await newCode()
    const tokens = await exchange(server.url, clientId, code)
    expect(await mcpStatus(server.url, tokens.access_token)).toBe(200)
    expect(await exchange(server.url, clientId, code)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await mcpStatus(server.url, tokens.access_token)).toBe(401)
    expect(await refresh(server.url, clientId, tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
  })

  it('of ten racing exchanges of a code at most one gets tokens', async () => {
    const code = await newCode()
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(server.url, clientId, code)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    for (const { access_token: token } of answers) if (token) expect(await mcpStatus(server.url, token)).toBe(401)
  })

  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain challenge', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }],
    ['a challenge without its method', { code_challenge_method: undefined }],
  ])('PKCE is not downgraded by %s', async (_name, given) => {
    expect(await refusal(given)).toBe('invalid_request')
  })

  it('a code needs its verifier, its client and its redirect', async () => {
    const other = await registered(server.url)
    const wrong = [
      [clientId, { code_verifier: 'x'.repeat(43) }],
      [clientId, { code_verifier: undefined }],
      [other.client_id, {}],
      [clientId, { redirect_uri: 'http://localhost:9/other' }],
    ] as const
    for (const [client, given] of wrong)
      expect(await exchange(server.url, client, await newCode(), given)).toMatchObject({ status: 400 })
  })

  it.each([
    'https://evil.example/callback',
    `${REDIRECT}/more`,
    'http://localhost.evil.example:9/callback',
    'http://user@localhost:9/callback',
  ])('the redirect %s is refused with a page, and gets nothing', async (redirect_uri) => {
    expect(await refusal({ redirect_uri })).toBe(400)
  })

  it('an app on the own machine chooses its port', async () => {
    const answer = await approved({ redirect_uri: 'http://localhost:54321/callback' })
    expect(answer.host).toBe('localhost:54321')
  })

  it.each([[undefined], ['https://other.example/mcp'], ['http://localhost:1/mcp/oauth']])(
    'the resource %s is refused',
    async (resource) => {
      expect(await refusal({ resource })).toBe('invalid_target')
    },
  )

  it('a code is for its resource', async () => {
    const resource = `${publicUrl(server.url)}/api/v1`
    expect(await exchange(server.url, clientId, await newCode(), { resource })).toMatchObject({
      error: 'invalid_target',
    })
  })

  it('an answer names its issuer, against mix-up', async () => {
    const base = publicUrl(server.url)
    expect((await approved()).searchParams.get('iss')).toBe(`${base}/oauth`)
    const denied = await connectIn(appBrowser(), {
      url: server.url,
      headers: account.headers,
      authorization: authorizationUrl(server.url, clientId),
      scopes: 'deny',
    })
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({
      error: 'access_denied',
      iss: `${base}/oauth`,
      state: 'state-of-tests',
    })
  })

  it('a refresh token works once; its second use ends the connection', async () => {
    const first = await connectedApp(server.url, account.headers)
    const second = await refresh(server.url, first.clientId, first.refresh_token)
    expect(second.status).toBe(200)
    expect(await mcpStatus(server.url, second.access_token)).toBe(200)
    expect(await refresh(server.url, first.clientId, first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await mcpStatus(server.url, second.access_token)).toBe(401)
    expect(await refresh(server.url, first.clientId, second.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    const { data } = await account.ask('{ connectedApps { clientId } }')
    expect(data.connectedApps).not.toContainEqual({ clientId: first.clientId })
  })

  it('a refresh token belongs to its client, and gives no more scopes', async () => {
    const { client_id: other } = await registered(server.url)
    const app = await connectedApp(server.url, account.headers, {}, ['links:read'])
    expect(await refresh(server.url, other, app.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    const more = await refresh(server.url, app.clientId, app.refresh_token, { scope: 'links:read account' })
    expect(more.status).toBe(400)
    const again = await refresh(server.url, app.clientId, app.refresh_token)
    expect(again.scope).toBe('links:read')
  })

  it('a token for MCP works on neither API, and a token for the APIs not on MCP', async () => {
    const mcp = await connectedApp(server.url, account.headers)
    const api = await connectedApp(server.url, account.headers, { resource: `${publicUrl(server.url)}/api/v1` })
    const statuses = async (token: string) => {
      const authorization = `Bearer ${token}`
      const graphql = await ask(server.url, '{ getUserInfo { id } }', {}, { authorization })
      const rest = await fetch(`${server.url}/api/v1/links`, { headers: { authorization } })
      const paths = ['/mcp', '/mcp/oauth'].map((path) => mcpStatus(server.url, token, path))
      return [graphql.data?.getUserInfo?.id ?? null, rest.status, ...(await Promise.all(paths))]
    }
    expect(await statuses(mcp.access_token)).toEqual([null, 401, 200, 200])
    expect(await statuses(api.access_token)).toEqual([account.id, 200, 401, 401])
    for (const token of [api.refresh_token, mcp.refresh_token])
      expect(await statuses(token)).toEqual([null, 401, 401, 401])
  })

  it('no token grants, lists or ends connections, or makes keys', async () => {
    const { access_token: token } = await connectedApp(server.url, account.headers, {
      resource: `${publicUrl(server.url)}/api/v1`,
    })
    const { location } = await appBrowser().go(authorizationUrl(server.url, clientId))
    const calls = [
      `mutation { approveApp(uid: "${uidOf(location)}", scopes: ["links:read"]) }`,
      `{ pendingApp(uid: "${uidOf(location)}") { name } }`,
      '{ connectedApps { id } }',
      'mutation { disconnectApp(id: "1") }',
      'mutation { createApiKey(label: "mine") { secret } }',
    ]
    for (const call of calls) {
      const { errors } = await ask(server.url, call, {}, { authorization: `Bearer ${token}` })
      expect(errors[0]?.extensions.code, call).toBe('FORBIDDEN')
    }
  })

  it('consent is given by POST and from the dashboard only, and its page is in no frame', async () => {
    const browser = appBrowser()
    const { location } = await browser.go(authorizationUrl(server.url, clientId))
    const page = await fetch(`${server.url}/dash/connect/${uidOf(location)}`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const query = `mutation { approveApp(uid: "${uidOf(location)}", scopes: ["links:read"]) }`
    const login =
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
    const signIn = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'shortlink-session': 'cookie', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ query: login, variables: account }),
    })
    const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect(cookie).toMatch(/^shortlink=./)
    const byGet = await fetch(`${server.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { cookie, 'shortlink-session': 'cookie', 'sec-fetch-site': 'same-origin', accept: 'application/json' },
    })
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, ...headers },
        body: JSON.stringify({ query }),
      }).then((response) => response.text())
    for (const answer of [
      await byGet.text(),
      await post({}),
      await post({ 'shortlink-session': 'cookie', 'sec-fetch-site': 'cross-site' }),
      await post({ 'shortlink-session': 'cookie', origin: 'https://evil.example' }),
    ])
      expect(answer).not.toContain('/oauth/')
    // Nothing was granted: the page still waits for an answer.
    expect(await consent(server.url, account.headers, uidOf(location))).toContain('/oauth/authorize/')
  })

  it('the approval of one browser gives a code to no other', async () => {
    const [attacker, victim] = [appBrowser(), appBrowser()]
    const { location } = await attacker.go(authorizationUrl(server.url, clientId))
    const next = await consent(server.url, account.headers, uidOf(location))
    // The attacker began, and knows the address of the page, but not the ticket.
    const withoutTicket = next.replace(/\?.*/, '')
    for (const tried of [withoutTicket, `${withoutTicket}?ticket=guess`])
      expect(await attacker.go(tried)).toMatchObject({ location: '', response: { status: 400 } })
    // The victim approved, but did not begin.
    expect(await victim.go(next)).toMatchObject({ location: '', response: { status: 400 } })
  })

  it.each([
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/client.json',
    'https://localhost/client.json',
    'https://10.0.0.1.nip.io/client.json',
    'http://app.example/client.json',
  ])('the metadata document %s is not fetched', async (client_id) => {
    const { response, location } = await appBrowser().go(authorizationUrl(server.url, client_id))
    expect([response.status, location]).toEqual([400, ''])
  })

  it.each([
    { redirect_uris: ['http://app.example/callback'] },
    { redirect_uris: ['app://callback'] },
    { redirect_uris: ['javascript:alert(1)'] },
    { redirect_uris: ['https://app.example/callback#fragment'] },
    { redirect_uris: [] },
    { redirect_uris: 'https://app.example/' },
    { client_name: 'x'.repeat(201) },
  ])('a registration with %j is refused', async (fields) => {
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    expect(await registered(server.url, fields, headers)).toMatchObject({ error: 'invalid_client_metadata' })
  })

  it('an address registers ten apps an hour, all without a secret', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    for (let count = 0; count < 10; count += 1) {
      const client = await registered(server.url, { token_endpoint_auth_method: 'client_secret_post' }, headers)
      expect(client).toMatchObject({ status: 201, token_endpoint_auth_method: 'none' })
      expect(client).not.toHaveProperty('client_secret')
    }
    const response = await fetch(`${server.url}/oauth/register`, { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(429)
  })

  it('other grants are refused', async () => {
    for (const grant_type of [
      'client_credentials',
      'password',
      'implicit',
      'urn:ietf:params:oauth:grant-type:device_code',
    ])
      expect(await askToken(server.url, { grant_type, client_id: clientId })).toMatchObject({ status: 400 })
    expect(await refusal({ response_type: 'token' })).toBe('unsupported_response_type')
  })

  it('a revoked refresh token ends the connection', async () => {
    const app = await connectedApp(server.url, account.headers)
    const body = new URLSearchParams({ token: app.refresh_token, client_id: app.clientId })
    expect((await fetch(`${server.url}/oauth/revoke`, { method: 'POST', body })).status).toBe(200)
    expect(await mcpStatus(server.url, app.access_token)).toBe(401)
  })
})
