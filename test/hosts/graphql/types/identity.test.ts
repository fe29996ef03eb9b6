import { errAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { testPorts } from '../../../support/ports.ts'
import { openFixture } from '../fixture.ts'

const LOGIN =
  'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token user { id email } } }'
const SIGNUP = `mutation ($name: String!, $email: String!, $password: String!) {
  signup(name: $name, email: $email, password: $password) { token user { id name email createdAt } }
}`
const ME = '{ getUserInfo { id } }'

describe('accounts', () => {
  it('a sign-up returns a session', async () => {
    const { ask } = openFixture()
    const { data } = await ask(SIGNUP, { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' })
    expect(data.signup.user).toEqual({
      id: expect.any(String),
      name: 'Ada',
      email: 'ada@example.com',
      createdAt: '2026-01-01T12:00:00.000Z',
    })
    const me = await ask(ME, {}, { authorization: `Bearer ${data.signup.token}` })
    expect(me.data.getUserInfo.id).toBe(data.signup.user.id)
  })

  it('an email address in any case has one account', async () => {
    const { ask, newAccount } = openFixture()
    const { email } = await newAccount()
    const { data, errors } = await ask(SIGNUP, {
      name: 'B',
      email: email.toUpperCase(),
      password: 'correct horse battery',
    })
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }])
  })

  it.each([
    ['a short password', { password: 'short' }],
    ['a common password', { password: 'password123' }],
    ['no email address', { email: 'no-address' }],
    ['an empty name', { name: ' ' }],
    ['NUL in the name', { name: 'A\0' }],
    ['a lone surrogate in the name', { name: 'A\udc00' }],
  ])('a sign-up is refused with %s', async (_what, wrong) => {
    const { ask } = openFixture()
    const { errors } = await ask(SIGNUP, {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'correct horse battery',
      ...wrong,
    })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('an account lists its own newest links only', async () => {
    const { newAccount, ask } = openFixture()
    const [me, other] = [await newAccount(), await newAccount()]
    await me.newLink({ shortlink: 'mine' })
    await other.newLink({ shortlink: 'theirs' })
    const { data } = await me.ask('{ getUserInfo { name email shortlinks { shortlink hits { id } } } }')
    expect(data.getUserInfo).toMatchObject({
      name: 'Someone',
      email: me.email,
      shortlinks: [{ shortlink: 'mine', hits: [] }],
    })
    // A request that carries the credential of one account may open a session of another.
    const login = `mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { user { shortlinks { shortlink } } } }`
    for (const asking of [ask, me.ask]) {
      const { data, errors } = await asking(login, { email: other.email, password: other.password })
      expect(errors).toEqual([])
      expect(data.login.user.shortlinks).toBeNull()
    }
  })

  it('a deleted account is gone with its sessions and links', async () => {
    const { newAccount, ask } = openFixture()
    const me = await newAccount()
    const { slug } = await me.newLink()
    expect((await me.ask('mutation { deleteAccount }')).data).toEqual({ deleteAccount: true })
    expect((await me.ask(ME)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    const { errors } = await ask('query ($slug: String!) { targetUrl(shortlink: $slug) }', { slug })
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })
})

describe('sessions', () => {
  it.each([
    ['a wrong password', { password: 'not the password' }],
    ['an unknown address', { email: 'unknown@example.com' }],
  ])('a login is refused for %s with the same message', async (_what, wrong) => {
    const { ask, newAccount } = openFixture()
    const { email, password } = await newAccount()
    const { data, errors } = await ask(LOGIN, { email, password, ...wrong })
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ message: 'Invalid email or password.', extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('a login gets 429 and Retry-After while too many passwords wait for hashing, and no error is logged', async () => {
    const { passwords } = testPorts()
    const overloaded = () => errAsync({ type: 'overloaded' as const, retryAfterSeconds: 5 })
    const { ask, logged } = openFixture({
      ports: { passwords: { ...passwords, verify: overloaded, hash: overloaded } },
    })
    const signUp = 'mutation { signup(name: "Ada", email: "ada@example.com", password: "difference engine") { token } }'
    for (const query of [signUp, 'mutation { login(email: "ada@example.com", password: "x") { token } }']) {
      const { status, headers, data, errors } = await ask(query)
      expect({ status, data, retryAfter: headers['retry-after'] }).toEqual({ status: 429, data: null, retryAfter: '5' })
      expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    }
    expect(logged).toEqual([])
  })

  it('a logout ends the session, may be repeated and needs no credential', async () => {
    const { ask, newAccount } = openFixture()
    const { email, password } = await newAccount()
    const { token } = (await ask(LOGIN, { email, password })).data.login
    const headers = { authorization: `Bearer ${token}` }
    expect((await ask('mutation { logout }', {}, headers)).data).toEqual({ logout: true })
    expect((await ask(ME, {}, headers)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    expect((await ask('mutation { logout }', {}, headers)).data).toEqual({ logout: false })
    expect((await ask('mutation { logout }')).data).toEqual({ logout: false })
  })

  it('a password change ends all sessions except the new one', async () => {
    const { ask, newAccount } = openFixture()
    const me = await newAccount()
    const reset =
      'mutation ($old: String!, $new: String!) { resetPassword(oldPassword: $old, newPassword: $new) { token } }'
    const wrong = await me.ask(reset, { old: 'not the password', new: 'another password' })
    expect(wrong.data).toEqual({ resetPassword: null })
    expect(wrong.errors).toMatchObject([{ message: 'Invalid password', extensions: { code: 'BAD_USER_INPUT' } }])
    const { data } = await me.ask(reset, { old: me.password, new: 'another password' })
    expect((await me.ask(ME)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    const fresh = { authorization: `Bearer ${data.resetPassword.token}` }
    expect((await ask(ME, {}, fresh)).data.getUserInfo.id).toBe(me.id)
  })
})

describe('API keys', () => {
  const CREATE =
    'mutation ($at: String) { createApiKey(label: "CI", expiresAt: $at) { secret apiKey { id label prefix last4 lastUsedAt expiresAt createdAt } } }'

  it('an API key authenticates its owner in either header until revoked', async () => {
    const { ask, newAccount } = openFixture()
    const me = await newAccount()
    const { secret, apiKey } = (await me.ask(CREATE)).data.createApiKey
    expect(secret).toMatch(/^sl_live_[1-9A-HJ-NP-Za-km-z]{32}$/)
    expect(apiKey).toEqual({
      id: expect.any(String),
      label: 'CI',
      prefix: 'sl_live_',
      last4: secret.slice(-4),
      lastUsedAt: null,
      expiresAt: null,
      createdAt: '2026-01-01T12:00:00.000Z',
    })
    const ways = [{ 'x-api-key': secret }, { authorization: `Bearer ${secret}` }]
    for (const way of ways) expect((await ask(ME, {}, way)).data.getUserInfo.id).toBe(me.id)
    expect((await ask('mutation { logout }', {}, ways[0])).data).toEqual({ logout: false })

    const revoke = 'mutation ($id: ID!) { revokeApiKey(id: $id) }'
    expect((await me.ask(revoke, { id: apiKey.id })).data).toEqual({ revokeApiKey: true })
    for (const way of ways) expect((await ask(ME, {}, way)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect((await me.ask('{ getApiKeys { id } }')).data).toEqual({ getApiKeys: [] })
  })

  it('an API key ends at its expiry', async () => {
    const { ask, newAccount, ports } = openFixture()
    const me = await newAccount()
    const { secret, apiKey } = (await me.ask(CREATE, { at: '2026-01-01T14:00:00+01:00' })).data.createApiKey
    expect(apiKey.expiresAt).toBe('2026-01-01T13:00:00.000Z')
    ports.clock.advance(59 * 60_000)
    expect((await ask(ME, {}, { 'x-api-key': secret })).errors).toEqual([])
    ports.clock.advance(60_000)
    expect((await ask(ME, {}, { 'x-api-key': secret })).errors).toHaveLength(1)
  })

  it('an API key cannot be revoked by another user', async () => {
    const { newAccount } = openFixture()
    const [me, other] = [await newAccount(), await newAccount()]
    const { id } = (await other.ask(CREATE)).data.createApiKey.apiKey
    const { data, errors } = await me.ask('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id })
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ message: 'API key not found', extensions: { code: 'NOT_FOUND' } }])
  })

  it('an API key with an invalid expiry is refused', async () => {
    const { newAccount } = openFixture()
    const { errors } = await (await newAccount()).ask(CREATE, { at: 'tomorrow' })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })
})

describe('without a valid credential', () => {
  const OPERATIONS = [
    '{ shortlinkConnection { totalCount } }',
    '{ getShortlinkInfo(id: "1") { id } }',
    '{ getUserInfo { id } }',
    '{ getApiKeys { id } }',
    '{ hit(id: "1") { id } }',
    '{ shortlinkAnalytics { totalLinks } }',
    'mutation { createShortlinks(inputs: []) { ok } }',
    'mutation { updateShortlinks(inputs: []) { ok } }',
    'mutation { deleteShortlinks(ids: []) { ok } }',
    'mutation { createApiKey(label: "x") { secret } }',
    'mutation { revokeApiKey(id: "1") }',
    'mutation { resetPassword(oldPassword: "a", newPassword: "b") { token } }',
    'mutation { deleteAccount }',
    '{ domains { id } }',
    'mutation { addDomain(hostname: "go.example.com") { id } }',
    'mutation { verifyDomain(id: "1") { id } }',
    'mutation { deleteDomain(id: "1") }',
  ]
  const CREDENTIALS = [
    {},
    { authorization: 'Bearer nonsense' },
    { authorization: 'Basic YTpi' },
    { 'x-api-key': 'sl_live_11111111111111111111111111111111' },
    { 'x-api-key': 'nonsense' },
  ]

  it.each(OPERATIONS)('a request without a valid credential is refused: %s', async (operation) => {
    const { ask } = openFixture()
    for (const credential of CREDENTIALS) {
      const { errors } = await ask(operation, {}, credential as Record<string, string>)
      expect(errors).toMatchObject([{ message: 'You must be logged in.', extensions: { code: 'UNAUTHENTICATED' } }])
    }
  })
})
