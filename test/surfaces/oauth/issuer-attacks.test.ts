import { randomUUID } from 'node:crypto'
import { setAccountDisabled } from '@shortlink/core'
import { exportSPKI, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Configure } from '../../../hosts/app/composition.ts'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { administrators } from '../../support/administrators.ts'
import { ask, newAccount } from '../../support/api.ts'
import { mcpStatus, publicUrl } from '../../support/oauth-app.ts'
import { type Claims, startIssuer } from '../../support/outside-issuer.ts'
import { DATABASES, startTestServer } from '../../support/server.ts'

const seconds = () => Math.floor(Date.now() / 1000)
const withSignUp: Configure = (root) => root.decorate('policy', (policy) => ({ ...policy, signUp: 'open' }))

/** The account that a token acts for, or the reason of the refusal. */
async function accountAt(url: string, token: string): Promise<string> {
  const { data, errors } = await ask(url, '{ getUserInfo { id } }', {}, { authorization: `Bearer ${token}` })
  return data?.getUserInfo?.id ?? errors[0]?.extensions.reason
}

describe.each(DATABASES)('tokens of an outside issuer on %s', (database) => {
  let issuer: Awaited<ReturnType<typeof startIssuer>>
  let server: RunningServer
  let account: Awaited<ReturnType<typeof newAccount>>
  const ends: (() => void)[] = []
  const { configure, operate } = administrators()

  beforeAll(async () => {
    issuer = await startIssuer((end) => ends.push(end))
    server = await startTestServer({
      database,
      settings: { OAUTH_ISSUER: issuer.url, SIGNUP: 'closed', DASHBOARD: 'false' },
      configure: async (root) => {
        await withSignUp(root)
        await configure(root)
      },
    })
    account = await newAccount(server.url)
  })
  afterAll(async () => {
    await server.close('tests are over')
    for (const end of ends) end()
  })

  const resource = (path: string) => `${publicUrl(server.url)}${path}`

  /** Claims of a valid token of the account's user for the API and MCP. */
  const claimsOf = (given: Claims = {}): Claims => ({
    iss: issuer.url,
    aud: [resource('/mcp/oauth'), resource('/api/v1')],
    sub: `user of ${account.email}`,
    client_id: 'an-app',
    iat: seconds(),
    exp: seconds() + 300,
    jti: randomUUID(),
    scope: 'openid links:read account',
    ...{ email: account.email, email_verified: true },
    ...given,
  })

  const accountOf = (token: string) => accountAt(server.url, token)

  it('a valid token works on GraphQL, REST and both addresses of MCP, with its scopes alone', async () => {
    const token = await issuer.sign(claimsOf())
    const headers = { authorization: `Bearer ${token}` }
    expect(await accountOf(token)).toBe(account.id)
    expect((await fetch(`${server.url}/api/v1/links`, { headers })).status).toBe(200)
    for (const path of ['/mcp', '/mcp/oauth']) expect(await mcpStatus(server.url, token, path)).toBe(200)
    for (const query of [
      'mutation { createShortlink(target: "https://example.com/") }',
      'mutation { createApiKey(label: "mine") { secret } }',
    ]) {
      const { errors } = await ask(server.url, query, {}, headers)
      expect(errors[0]?.extensions.code, query).toBe('FORBIDDEN')
    }
  })

  it('a token is for its audience alone', async () => {
    const mcp = await issuer.sign(claimsOf({ aud: resource('/mcp/oauth') }))
    const api = await issuer.sign(claimsOf({ aud: resource('/api/v1') }))
    expect([await accountOf(mcp), await mcpStatus(server.url, mcp)]).toEqual([expect.stringContaining('"aud"'), 200])
    expect([await accountOf(api), await mcpStatus(server.url, api)]).toEqual([account.id, 401])
  })

  it.each<[string, Claims, string]>([
    ['another audience', { aud: 'https://other.example/mcp' }, '"aud"'],
    ['no audience', { aud: undefined }, '"aud"'],
    ['another issuer', { iss: 'https://evil.example' }, 'not valid'],
    ['an expired token', { iat: seconds() - 600, exp: seconds() - 60 }, '"exp"'],
    ['no end', { exp: undefined }, '"exp"'],
    ['a token that is not valid yet', { nbf: seconds() + 600 }, '"nbf"'],
    ['a token of the future', { iat: seconds() + 600, exp: seconds() + 900 }, '"iat"'],
    ['no user', { sub: undefined }, '"sub"'],
    ['no app', { client_id: undefined }, '"client_id"'],
  ])('%s is refused, and the reason says so', async (_name, given, reason) => {
    const token = await issuer.sign(claimsOf(given))
    expect(await accountOf(token)).toContain(reason)
    expect(await mcpStatus(server.url, token)).toBe(401)
  })

  it('an ID token, a token without signature, and one signed with the public key are refused', async () => {
    const claims = claimsOf()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const publicKey = new TextEncoder().encode(await exportSPKI(issuer.key.publicKey))
    const stranger = await generateKeyPair('ES256')
    const forged: Record<string, string> = {
      'an ID token': await issuer.sign(claims, { typ: 'JWT' }),
      'no type': await issuer.sign(claims, { typ: undefined }),
      'no signature': `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`,
      'the public key as a secret': await issuer.sign(claims, { alg: 'HS256' }, publicKey),
      'the key of a stranger': await issuer.sign(claims, {}, stranger.privateKey),
      'a key inside the token': await issuer.sign(claims, { kid: undefined, jwk: {} }, stranger.privateKey),
    }
    for (const [name, token] of Object.entries(forged)) {
      expect(await accountOf(token), name).toMatch(/^The access token is not valid: /)
      expect([name, await mcpStatus(server.url, token)]).toEqual([name, 401])
    }
  })

  it('an email address counts only if it is verified, in the token or in the user information', async () => {
    const other = await newAccount(server.url)
    const claims = { sub: randomUUID(), email: other.email }
    for (const email_verified of [false, undefined, 'true', 1]) {
      const token = await issuer.sign(claimsOf({ ...claims, email_verified }))
      expect(await accountOf(token)).toContain('no verified email address')
    }
    const answers = [
      [{ sub: claims.sub, email: other.email, email_verified: false }, 'no verified email address'],
      [{ sub: randomUUID(), email: other.email, email_verified: true }, 'no verified email address'],
      [{ sub: claims.sub, email: other.email, email_verified: true }, other.id],
    ] as const
    for (const [answer, expected] of answers) {
      const token = await issuer.sign(claimsOf({ ...claims, email: undefined, email_verified: undefined }))
      issuer.userinfo.set(token, answer)
      expect(await accountOf(token)).toContain(expected)
    }
  })

  it('the user of the link keeps the account, regardless of later email addresses', async () => {
    expect(await accountOf(await issuer.sign(claimsOf()))).toBe(account.id)
    expect(await accountOf(await issuer.sign(claimsOf({ sub: 'another' })))).toContain('linked to another user')
    const other = await newAccount(server.url)
    for (const given of [{ email: other.email }, { email: undefined }, { email_verified: false }])
      expect(await accountOf(await issuer.sign(claimsOf(given)))).toBe(account.id)
    expect(await accountOf(await issuer.sign(claimsOf({ sub: 'x', email: 'missing@example.com' })))).toContain(
      'No account has the email address missing@example.com',
    )
  })

  it('of ten racing users with one email address exactly one gets the account', async () => {
    const { id, email } = await newAccount(server.url)
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => issuer.sign(claimsOf({ sub: randomUUID(), email }))),
    )
    const first = await Promise.all(tokens.map(accountOf))
    expect(first.filter((found) => found === id)).toHaveLength(1)
    expect(await Promise.all(tokens.map(accountOf))).toEqual(first)
  })

  it('a disabled account takes no token until it is enabled again', async () => {
    const { email, id } = await newAccount(server.url)
    const linked = await issuer.sign(claimsOf({ sub: randomUUID(), email }))
    const unlinked = await issuer.sign(claimsOf({ sub: randomUUID(), email }))
    expect(await accountOf(linked)).toBe(id)
    await operate(setAccountDisabled, { id, disabled: true })
    expect(await accountOf(linked)).not.toBe(id)
    // To another user of the issuer, a disabled account looks like a missing one.
    expect(await accountOf(unlinked)).toContain('No account')
    expect(await mcpStatus(server.url, linked)).toBe(401)
    await operate(setAccountDisabled, { id, disabled: false })
    expect(await accountOf(linked)).toBe(id)
  })

  it('a removed link, and a deleted account, end the access', async () => {
    const { email, ask: asOwner, id } = await newAccount(server.url)
    const given = { sub: randomUUID(), email }
    const linked = await issuer.sign(claimsOf(given))
    expect(await accountOf(linked)).toBe(id)
    const { data } = await asOwner('{ connectedApps { id clientId } }')
    expect(data.connectedApps).toEqual([{ id: expect.any(String), clientId: issuer.url }])
    await asOwner('mutation ($id: ID!) { disconnectApp(id: $id) }', { id: data.connectedApps[0].id })
    const unverified = await issuer.sign(claimsOf({ ...given, email_verified: false }))
    expect(await accountOf(unverified)).toContain('no verified email address')
    expect(await accountOf(linked)).toBe(id)
    await asOwner('mutation { deleteAccount }')
    expect(await accountOf(unverified)).toContain('no verified email address')
    expect(await accountOf(linked)).toContain('No account')
  })
})

describe('the documents of an outside issuer', () => {
  let now = Date.now()
  const withClock: Configure = (root) => {
    withSignUp(root)
    root.replace('clock', { now: () => now })
  }
  const passMs = (ms: number) => {
    now += ms
  }

  async function start(settings: Record<string, string> = {}, configure: Configure = withClock) {
    const issuer = await startIssuer()
    const server = await startTestServer({
      settings: { OAUTH_ISSUER: issuer.url, SIGNUP: 'closed', ...settings },
      configure,
    })
    const account = await newAccount(server.url)
    const claims = () => ({
      iss: issuer.url,
      aud: `${publicUrl(server.url)}/api/v1`,
      sub: 'someone',
      client_id: 'an-app',
      iat: Math.floor(now / 1000),
      exp: Math.floor(now / 1000) + 300,
      scope: 'links:read',
      ...{ email: account.email, email_verified: true },
    })
    const accountOf = (token: string) => accountAt(server.url, token)
    return { issuer, server, account, claims, accountOf }
  }

  it('are fetched once for a flood of unknown keys, and again for a new key', async () => {
    const { issuer, server, account, claims, accountOf } = await start()
    const { privateKey } = await generateKeyPair('ES256')
    const flood = async () => {
      const tokens = Array.from({ length: 50 }, () => issuer.sign(claims(), { kid: randomUUID() }, privateKey))
      const answers = await Promise.all((await Promise.all(tokens)).map(accountOf))
      expect(new Set(answers)).toEqual(new Set([expect.stringContaining('no applicable key')]))
    }
    const keyFetches = () => issuer.requests.filter((path) => path === '/keys').length
    expect(await accountOf('a.b.c')).toBe('The session token is not valid')
    expect(issuer.requests).toEqual([])
    await flood()
    expect(keyFetches()).toBe(1)
    passMs(31_000)
    await flood()
    expect(keyFetches()).toBe(2)
    const added = await issuer.addKey('key-2')
    const token = await issuer.sign(claims(), { kid: 'key-2' }, added.privateKey)
    expect(await accountOf(token)).toContain('no applicable key')
    passMs(31_000)
    expect([await accountOf(token), keyFetches()]).toEqual([account.id, 3])
    await server.close('tests are over')
  })

  it('serve for an hour while the issuer is down; then the answer says so', async () => {
    const { issuer, server, account, claims, accountOf } = await start()
    expect(await accountOf(await issuer.sign(claims()))).toBe(account.id)
    issuer.close()
    passMs(59 * 60_000)
    expect(await accountOf(await issuer.sign(claims()))).toBe(account.id)
    passMs(60_000)
    const token = await issuer.sign(claims())
    expect(await accountOf(token)).toBe(`The authorization server ${issuer.url} is unreachable; try again later`)
    const mcp = await fetch(`${server.url}/mcp/oauth`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([mcp.status, await mcp.text()]).toEqual([401, expect.stringContaining('is unreachable')])
    await server.close('tests are over')
  })

  it('are not fetched from a private address, unless the settings allow it', async () => {
    const { issuer, server, claims, accountOf } = await start({ WEBHOOK_ALLOW_PRIVATE: 'false' })
    expect(await accountOf(await issuer.sign(claims()))).toContain('is unreachable')
    expect(issuer.requests).toEqual([])
    await server.close('tests are over')
  })

  it.each([
    'https://169.254.169.254/keys',
    'https://keys.internal/keys',
    'http://idp.example/keys',
    'file:///etc/passwd',
  ])('keys at %s are not fetched, though the metadata names them', async (jwks_uri) => {
    const asked: string[] = []
    const { server, claims, accountOf, issuer } = await start(
      { OAUTH_ISSUER: 'https://idp.example', WEBHOOK_ALLOW_PRIVATE: 'false' },
      (root) => {
        withClock(root)
        root.replace('fetchIssuer', async (url) => {
          asked.push(url)
          return Response.json({ issuer: 'https://idp.example', jwks_uri })
        })
      },
    )
    const token = await issuer.sign({ ...claims(), iss: 'https://idp.example' })
    expect(await accountOf(token)).toContain('is unreachable')
    expect(asked).not.toContain(jwks_uri)
    expect(asked).toContain('https://idp.example/.well-known/oauth-authorization-server')
    await server.close('tests are over')
  })
})
