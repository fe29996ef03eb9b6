import {
  ALL_SCOPES,
  anonymous,
  createApiKey,
  createApp,
  listApiKeys,
  revokeApiKey,
  signUp,
  type User,
} from '@shortlink/core'
import { authenticate, rejected } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

async function setUp() {
  const ports = testPorts()
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const create = async (given: object = {}) =>
    (await app.run(createApiKey, caller, { label: 'laptop', ...given }))._unsafeUnwrap()
  const list = async () => (await app.run(listApiKeys, caller, {}))._unsafeUnwrap()
  return { ports, app, caller, create, list }
}

describe('API keys', () => {
  it('return their secret once', async () => {
    const { ports, caller, create, list } = await setUp()
    const { apiKey, secret } = await create({ expiresAt: '2026-02-01T01:00:00+01:00' })
    expect(secret).toMatch(/^sl_live_[1-9A-HJ-NP-Za-km-z]{32}$/)
    expect(apiKey).toEqual({
      id: apiKey.id,
      owner: caller.userId,
      label: 'laptop',
      prefix: 'sl_live_',
      last4: secret.slice(-4),
      lastUsedAt: null,
      lastUsedNetwork: null,
      expiresAt: Date.UTC(2026, 1, 1),
      createdAt: ports.clock.now(),
      scopes: null,
      targetHosts: null,
      rotatedFrom: null,
    })
    expect(await list()).toEqual([apiKey])
  })

  it.each([
    ['label', { label: '' }],
    ['label', { label: undefined }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['expiresAt', { expiresAt: '2026-02-30T00:00:00Z' }],
    ['expiresAt', { expiresAt: '2026-02-01' }],
    ['expiresAt', { expiresAt: 7 }],
  ])('need a valid %s: not %j', async (path, wrong) => {
    const { app, caller } = await setUp()
    const result = await app.run(createApiKey, caller, { label: 'laptop', ...wrong })
    expect(result._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path })
  })

  it('identify the caller in either header', async () => {
    const { ports, caller, create } = await setUp()
    const { apiKey, secret } = await create()
    const via = { kind: 'api-key', keyId: apiKey.id, expiresAt: null, scopes: ALL_SCOPES, targetHosts: null }
    const known = { kind: 'user', userId: caller.userId, owner: caller.userId, via }
    expect(await authenticate(ports, { apiKey: secret })).toEqual(known)
    expect(await authenticate(ports, { bearer: secret })).toEqual(known)
  })

  it('are rejected when any character is wrong', async () => {
    const { ports, create } = await setUp()
    const { secret } = await create()
    const wrong = [
      '',
      secret.slice(0, -1),
      `${secret}x`,
      ` ${secret}`,
      secret.toUpperCase(),
      secret.replace('sl_live_', 'sl_test_'),
      secret.replace('sl_live_', ''),
      `sl_live_${'x'.repeat(32)}`,
      `sl_live_${'0'.repeat(32)}`,
      `${secret.slice(0, -1)}%`,
    ]
    for (const apiKey of wrong) {
      expect(await authenticate(ports, { apiKey })).toMatchObject(rejected)
      expect(await authenticate(ports, { bearer: apiKey })).toMatchObject(rejected)
      expect(await authenticate(ports, { apiKey, bearer: apiKey })).toMatchObject(rejected)
    }
    expect(await authenticate(ports, {})).toEqual(anonymous)
  })

  it('take precedence over a bearer token when both are valid; otherwise the valid one counts', async () => {
    const { ports, app, create } = await setUp()
    const [mine, mineToo] = [await create(), await create()]
    const ada = { name: 'Ada', email: 'ada@example.com', password: 'difference engine' }
    const { token, user } = (await app.run(signUp, anonymous, ada))._unsafeUnwrap()
    const { userId, via } = (await authenticate(ports, { bearer: token })) as User
    expect(await authenticate(ports, { apiKey: mine.secret, bearer: token })).toMatchObject({
      userId: mine.apiKey.owner,
    })
    expect(await authenticate(ports, { apiKey: mine.secret, bearer: 'x.y.z' })).toMatchObject({
      userId: mine.apiKey.owner,
    })
    expect(await authenticate(ports, { apiKey: 'none', bearer: token })).toEqual({
      kind: 'user',
      userId,
      owner: userId,
      via,
    })
    expect(userId).toBe(user.id)
    const byOther = await authenticate(ports, { apiKey: 'none', bearer: mineToo.secret })
    expect(byOther).toMatchObject({ via: { keyId: mineToo.apiKey.id } })
    expect(await authenticate(ports, { apiKey: 'none', bearer: 'x.y.z' })).toMatchObject(rejected)
  })

  it('cannot be created with an end in the past', async () => {
    const { ports, app, caller } = await setUp()
    for (const at of [ports.clock.now(), ports.clock.now() - 1]) {
      const result = await app.run(createApiKey, caller, { label: 'late', expiresAt: new Date(at).toISOString() })
      const message = 'expiresAt must be in the future'
      expect(result._unsafeUnwrapErr()).toEqual({ type: 'invalid-input', path: 'expiresAt', message })
    }
  })

  it.each([
    ['for ever', undefined, 1000],
    ['until later than its maker', 2000, 1000],
    ['until earlier than its maker', 500, 500],
  ])('that a key creates expire no later than that key: %s', async (_asked, asked, ends) => {
    const { ports, app, create } = await setUp()
    const at = (ms: number) => new Date(ports.clock.now() + ms).toISOString()
    const maker = await authenticate(ports, { apiKey: (await create({ expiresAt: at(1000) })).secret })
    const expiresAt = asked === undefined ? null : at(asked)
    const { apiKey, secret } = (await app.run(createApiKey, maker, { label: 'minted', expiresAt }))._unsafeUnwrap()
    expect(apiKey.expiresAt).toBe(ports.clock.now() + ends)
    const grandchild = await app.run(createApiKey, await authenticate(ports, { apiKey: secret }), { label: 'again' })
    expect(grandchild._unsafeUnwrap().apiKey.expiresAt).toBe(ports.clock.now() + ends)
    ports.clock.advance(ends)
    expect(await authenticate(ports, { apiKey: secret })).toMatchObject(rejected)
  })

  it('are at most 100 an account, not counting expired and revoked ones', async () => {
    const { ports, app, caller, create, list } = await setUp()
    const [first] = [await create(), await create({ expiresAt: new Date(ports.clock.now() + 1000).toISOString() })]
    for (let made = 2; made < 100; made += 1) await create()
    const refusal = async () => (await app.run(createApiKey, caller, { label: 'more' }))._unsafeUnwrapErr()
    expect(await refusal()).toEqual({ type: 'plan-limit', message: 'An account has at most 100 API keys' })
    expect(await list()).toHaveLength(100)
    ports.clock.advance(1000)
    await create()
    expect((await refusal()).type).toBe('plan-limit')
    await app.run(revokeApiKey, caller, { id: first.apiKey.id })
    await create()
    expect((await refusal()).type).toBe('plan-limit')
    expect((await app.run(createApiKey, await newUser(ports), { label: 'of another' })).isOk()).toBe(true)
  })

  it('stop working at the instant they expire', async () => {
    const { ports, create } = await setUp()
    const expiresAt = new Date(ports.clock.now() + 1000).toISOString()
    const { secret } = await create({ expiresAt })
    ports.clock.advance(999)
    expect((await authenticate(ports, { apiKey: secret })).kind).toBe('user')
    ports.clock.advance(1)
    expect(await authenticate(ports, { apiKey: secret })).toMatchObject(rejected)
  })

  it('stop working when their owner, and no other account, revokes them', async () => {
    const { ports, app, caller, create, list } = await setUp()
    const { apiKey, secret } = await create()
    const missing = { type: 'not-found', what: 'API key' }
    const byStranger = await app.run(revokeApiKey, await newUser(ports), { id: apiKey.id })
    expect(byStranger._unsafeUnwrapErr()).toEqual(missing)
    expect((await authenticate(ports, { apiKey: secret })).kind).toBe('user')
    expect((await app.run(revokeApiKey, caller, { id: apiKey.id }))._unsafeUnwrap()).toBe(true)
    expect(await authenticate(ports, { apiKey: secret })).toMatchObject(rejected)
    expect(await list()).toEqual([])
    expect((await app.run(revokeApiKey, caller, { id: apiKey.id }))._unsafeUnwrapErr()).toEqual(missing)
  })

  it('record the network of their last use, and null for a client without an address', async () => {
    const { ports, create, list } = await setUp()
    const { secret: apiKey } = await create()
    const usedFrom = async (ip?: string) => {
      await authenticate(ports, { apiKey, ...(ip && { client: { ip, userAgent: null } }) })
      await ports.background.drained()
      ports.clock.advance(60_000)
      return (await list())[0]?.lastUsedNetwork
    }
    expect(await usedFrom('203.0.113.77')).toBe('203.0.113.0/24')
    expect(await usedFrom('2001:db8:1:2::3')).toBe('2001:db8:1::/48')
    expect(await usedFrom()).toBeNull()
  })

  it('record their use at most once a minute', async () => {
    const { ports, create, list } = await setUp()
    const { secret } = await create()
    const start = ports.clock.now()
    const lastUsed = async () => {
      await Promise.all([1, 2, 3].map(() => authenticate(ports, { apiKey: secret })))
      await ports.background.drained()
      return (await list())[0]?.lastUsedAt
    }
    expect(await lastUsed()).toBe(start)
    ports.clock.advance(59_999)
    expect(await lastUsed()).toBe(start)
    ports.clock.advance(1)
    expect(await lastUsed()).toBe(start + 60_000)
    expect(ports.failures).toEqual([])
  })
})
