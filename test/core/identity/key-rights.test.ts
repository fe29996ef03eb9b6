import {
  type ApiKeyId,
  type App,
  addBioLink,
  addShortlinkAlias,
  createApiKey,
  createApp,
  createBioPage,
  createLink,
  createLinks,
  deleteLink,
  getAccount,
  getLink,
  getProfile,
  importLinks,
  listApiKeys,
  listLinks,
  onBehalfOf,
  rotateApiKey,
  SCOPES,
  type Scope,
  setIgnoredAddresses,
  type User,
  updateBioLink,
  updateLink,
  updateLinks,
} from '@shortlink/core'
import { authenticate } from '@shortlink/core/host'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const HOUR_MS = 60 * 60 * 1000

async function setUp() {
  const ports = testPorts()
  const [app, owner] = [createApp(ports), await newUser(ports)]
  const newKey = async (given: object = {}, by: User = owner) => {
    const { apiKey, secret } = (await app.run(createApiKey, by, { label: 'plugin', ...given }))._unsafeUnwrap()
    return { apiKey, secret, caller: (await authenticate(ports, { apiKey: secret })) as User }
  }
  return { ports, app, owner, newKey }
}

const errorOf = async (result: ReturnType<App['run']>) => (await result)._unsafeUnwrapErr()
const lacks = (scope: Scope) => ({ type: 'missing-scope', scope })

describe('scopes of an API key', () => {
  it('a key without scopes may do everything, and says so', async () => {
    const { app, newKey } = await setUp()
    const { apiKey, caller } = await newKey()
    expect(apiKey).toMatchObject({ scopes: null, targetHosts: null })
    expect((await app.run(listApiKeys, caller, {})).isOk()).toBe(true)
    expect((await app.run(getProfile, caller, {}))._unsafeUnwrap().scopes).toBeNull()
  })

  it('a key reads its account and profile with any scope', async () => {
    const { app, newKey } = await setUp()
    const { caller } = await newKey({ scopes: ['bio:read'] })
    expect((await app.run(getAccount, caller, {})).isOk()).toBe(true)
    expect((await app.run(getProfile, caller, {}))._unsafeUnwrap().scopes).toEqual(['bio:read'])
  })

  it('write and delete scopes include the read scope; links:create includes none', async () => {
    const { app, newKey } = await setUp()
    for (const scope of ['links:write', 'links:delete'] as const) {
      expect((await app.run(listLinks, (await newKey({ scopes: [scope] })).caller, {})).isOk()).toBe(true)
    }
    const { caller } = await newKey({ scopes: ['links:create'] })
    const link = (await app.run(createLink, caller, { target: 'https://example.com/' }))._unsafeUnwrap()
    expect(await errorOf(app.run(getLink, caller, { id: link.id }))).toEqual(lacks('links:read'))
    expect(await errorOf(app.run(updateLink, caller, { id: link.id, title: 'x' }))).toEqual(lacks('links:write'))
    expect(await errorOf(app.run(deleteLink, caller, { id: link.id }))).toEqual(lacks('links:delete'))
    expect(await errorOf(app.run(addShortlinkAlias, caller, { id: link.id, slug: 'nick' }))).toEqual(
      lacks('links:write'),
    )
  })

  it('a key with every scope of today is still a limited key, also the keys that it creates', async () => {
    const { newKey } = await setUp()
    const { apiKey, caller } = await newKey({ scopes: SCOPES })
    expect(apiKey.scopes).toEqual(SCOPES)
    expect((await newKey({}, caller)).apiKey.scopes).toEqual(SCOPES)
  })

  it('ignored addresses are shown to keys with the scope account only', async () => {
    const { app, owner, newKey } = await setUp()
    await app.run(setIgnoredAddresses, owner, { ignoredAddresses: ['192.0.2.1'] })
    const seenBy = async (scopes: readonly Scope[]) =>
      (await app.run(getAccount, (await newKey({ scopes })).caller, {}))._unsafeUnwrap().ignoredAddresses
    expect(await seenBy(['account'])).toEqual(['192.0.2.1'])
    expect(await seenBy(['links:create'])).toEqual([])
  })

  it('a limited key shares no idempotency keys with other credentials of the account', async () => {
    const { app, owner, newKey } = await setUp()
    const options = { idempotencyKey: 'order-4711' }
    const { caller } = await newKey({ scopes: ['account', 'links:create'] })
    const create = (by: User) => app.run(createApiKey, by, { label: 'ci' }, options)
    const [mine, its, again] = [await create(owner), await create(caller), await create(caller)]
    expect(its._unsafeUnwrap().apiKey.scopes).toEqual(['links:create', 'account'])
    expect(again._unsafeUnwrap()).toEqual(its._unsafeUnwrap())
    expect((await create(owner))._unsafeUnwrap()).toEqual(mine._unsafeUnwrap())
  })

  it('reuse of a link needs links:read as well, since it returns a link that the call did not create', async () => {
    const { app, owner, newKey } = await setUp()
    const fields = { target: 'https://example.com/', reuse: true }
    const link = (await app.run(createLink, owner, fields))._unsafeUnwrap()
    expect(await errorOf(app.run(createLink, (await newKey({ scopes: ['links:create'] })).caller, fields))).toEqual(
      lacks('links:read'),
    )
    const { caller: bulk } = await newKey({ scopes: ['links:create'] })
    expect(await errorOf(app.run(createLinks, bulk, { inputs: [fields] }))).toEqual(lacks('links:read'))
    const { caller } = await newKey({ scopes: ['links:create', 'links:read'] })
    expect((await app.run(createLink, caller, fields))._unsafeUnwrap()).toEqual(link)
  })

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['links'] }, 'scopes.0'],
    [{ scopes: 'links:read' }, 'scopes'],
    [{ targetHosts: [] }, 'targetHosts'],
    [{ targetHosts: ['https://example.com/'] }, 'targetHosts.0'],
    [{ targetHosts: ['*.example.com'] }, 'targetHosts.0'],
    [{ targetHosts: ['127.0.0.1'] }, 'targetHosts.0'],
    [{ targetHosts: Array.from({ length: 51 }, (_, n) => `host${n}.example`) }, 'targetHosts'],
  ])('a key is not created with %j', async (given, path) => {
    const { app, owner } = await setUp()
    expect(await errorOf(app.run(createApiKey, owner, { label: 'plugin', ...given }))).toMatchObject({
      type: 'invalid-input',
      path,
    })
  })

  it('repeated scopes and hosts are stored once, in a fixed order and the form of the URL parser', async () => {
    const { newKey } = await setUp()
    const { apiKey } = await newKey({
      scopes: ['links:write', 'links:read', 'links:write'],
      targetHosts: ['.Bücher.example', 'example.com.', 'EXAMPLE.com'],
    })
    expect(apiKey.scopes).toEqual(['links:read', 'links:write'])
    expect(apiKey.targetHosts).toEqual(['.xn--bcher-kva.example', 'example.com'])
  })

  it('a key creates keys within its own scopes only; one without scopes gets the same', async () => {
    const { app, newKey } = await setUp()
    const { caller } = await newKey({ scopes: ['account', 'links:write'] })
    expect((await newKey({ scopes: ['links:create'] }, caller)).apiKey.scopes).toEqual(['links:create'])
    expect((await newKey({}, caller)).apiKey.scopes).toEqual(['links:read', 'links:create', 'links:write', 'account'])
    expect(await errorOf(app.run(createApiKey, caller, { label: 'x', scopes: ['links:delete'] }))).toEqual(
      lacks('links:delete'),
    )
    const { caller: creator } = await newKey({ scopes: ['links:create'] })
    expect(await errorOf(app.run(createApiKey, creator, { label: 'x' }))).toEqual(lacks('account'))
  })

  it('no chain of keys gains a scope', async () => {
    const { ports, app, owner } = await setUp()
    const scopeLists = fc.option(fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1 }), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(fc.array(scopeLists, { minLength: 2, maxLength: 4 }), async (lists) => {
        let caller = owner
        let allowed = new Set<string>(SCOPES)
        for (const scopes of lists) {
          const created = await app.run(createApiKey, caller, { label: 'chain', scopes })
          if (created.isErr()) return
          const { apiKey, secret } = created.value
          const included = (apiKey.scopes ?? SCOPES).flatMap((scope) => INCLUDED[scope] ?? [scope])
          expect(included.filter((scope) => !allowed.has(scope))).toEqual([])
          allowed = new Set(included)
          caller = (await authenticate(ports, { apiKey: secret })) as User
          await ports.store.apiKeys.revoke(owner.owner, apiKey.id)
        }
      }),
      { numRuns: 100 },
    )
  })
})

/** What each scope includes, written down a second time. */
const INCLUDED: Readonly<Record<string, readonly string[]>> = {
  'links:write': ['links:write', 'links:read', 'links:create'],
  'links:delete': ['links:delete', 'links:read'],
  'domains:write': ['domains:write', 'domains:read'],
  'webhooks:write': ['webhooks:write', 'webhooks:read'],
  'bio:write': ['bio:write', 'bio:read'],
  'billing:write': ['billing:write', 'billing:read'],
}

describe('target hosts of an API key', () => {
  const OWN = 'https://www.example.com/'
  const rule = (target: string) => [{ type: 'country', value: 'DE', target }]

  it.each([
    ['example.com', 'https://example.com/a', true],
    ['example.com', 'https://EXAMPLE.com.:8443/a', true],
    ['example.com', 'https://www.example.com/', false],
    ['example.com', 'https://example.com.evil.test/', false],
    ['.example.com', 'https://example.com/', true],
    ['.example.com', 'https://a.b.example.com/', true],
    ['.example.com', 'https://badexample.com/', false],
    ['.example.com', 'https://evil.test/?.example.com', false],
    ['.example.com', 'https://evil.test#.example.com', false],
    ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ])('%s and the target %s: allowed is %s', async (host, target, isAllowed) => {
    const { app, newKey } = await setUp()
    const { caller } = await newKey({ scopes: ['links:create'], targetHosts: [host] })
    const created = await app.run(createLink, caller, { target })
    if (isAllowed) expect(created.isOk()).toBe(true)
    else expect(created._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'target' })
  })

  it('the service’s own hosts are no target hosts, since their links lead anywhere', async () => {
    const ports = testPorts()
    const policy = { ...ports.policy, baseUrl: 'https://go.example.com', appUrl: 'https://app.example.com' }
    const app = createApp({ ...ports, policy: { ...policy, ownHosts: ['go.example.com', 'mcp.example.com'] } })
    const owner = await newUser(ports)
    const created = await app.run(createApiKey, owner, { label: 'x', targetHosts: ['.example.com'] })
    const caller = (await authenticate(ports, { apiKey: created._unsafeUnwrap().secret })) as User
    const page = (await app.run(createBioPage, owner, { slug: 'ada' }))._unsafeUnwrap()
    const errors: unknown[] = []
    const urls = ['go.example.com/evil.', 'go.example.com/bio/ada', 'app.example.com/evil', 'mcp.example.com/'].map(
      (url) => `https://${url}`,
    )
    for (const target of urls) {
      errors.push(await errorOf(app.run(createLink, caller, { target })))
      errors.push(await errorOf(app.run(addBioLink, caller, { bioPageId: page.id, url: target })))
    }
    expect(errors).toEqual(
      urls.flatMap((url) => {
        const message = `This API key may not link to ${new URL(url).hostname}`
        return ['target', 'url'].map((path) => ({ type: 'invalid-input', message, path }))
      }),
    )
    expect((await app.run(createLink, caller, { target: 'https://www.example.com/' })).isOk()).toBe(true)
  })

  it('targets, rule targets, fallbacks and links of bio pages elsewhere are refused, in single and bulk calls and imports', async () => {
    const { app, owner, newKey } = await setUp()
    const { caller } = await newKey({ targetHosts: ['.example.com'] })
    const refused = (path: string) => ({
      type: 'invalid-input',
      message: 'This API key may not link to evil.test',
      path,
    })
    const own = (await app.run(createLink, owner, { target: 'https://evil.test/' }))._unsafeUnwrap()
    const fields: readonly (readonly [string, object])[] = [
      ['target', { target: 'https://evil.test/' }],
      ['fallbackTarget', { fallbackTarget: 'https://evil.test/' }],
      ['rules.0', { rules: rule('https://evil.test/') }],
    ]
    for (const [path, given] of fields) {
      expect(await errorOf(app.run(createLink, caller, { target: OWN, ...given }))).toEqual(refused(path))
      expect(await errorOf(app.run(updateLink, caller, { id: own.id, ...given }))).toEqual(refused(path))
      const inputs = [
        { target: OWN, ...given },
        { target: OWN, title: 'fine' },
      ]
      const created = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
      expect(created.map(({ ok, error }) => ok || error)).toEqual([refused(path).message, true])
      const changed = (await app.run(updateLinks, caller, { inputs: [{ id: own.id, ...given }] }))._unsafeUnwrap()
      expect(changed.map(({ error }) => error)).toEqual([refused(path).message])
      const links = [{ slug: `imported-${path.replace('.', '-')}`, target: OWN, ...given }]
      const imported = (await app.run(importLinks, caller, { links }))._unsafeUnwrap()
      expect(imported.map(({ error }) => error)).toEqual([refused(path).message])
    }
    const page = (await app.run(createBioPage, owner, { slug: 'ada' }))._unsafeUnwrap()
    const bio = { bioPageId: page.id, url: OWN }
    expect(await errorOf(app.run(addBioLink, caller, { ...bio, url: 'https://evil.test/' }))).toEqual(refused('url'))
    expect(await errorOf(app.run(addBioLink, caller, { ...bio, url: 'mailto:a@evil.test' }))).toMatchObject({
      message: 'This API key may not link to mailto:',
    })
    expect(
      await errorOf(app.run(addBioLink, caller, { ...bio, url: 'mailto://www.example.com/?to=m@evil.test' })),
    ).toEqual({ ...refused('url'), message: 'This API key may not link to mailto:' })
    const { id } = (await app.run(addBioLink, caller, bio))._unsafeUnwrap()
    expect(await errorOf(app.run(updateBioLink, caller, { id, url: 'https://evil.test/' }))).toEqual(refused('url'))
  })

  it('a key creates keys within its own target hosts only; one without hosts gets the same', async () => {
    const { app, newKey } = await setUp()
    const { caller } = await newKey({ targetHosts: ['.example.com', 'example.org'] })
    expect((await newKey({}, caller)).apiKey.targetHosts).toEqual(['.example.com', 'example.org'])
    for (const host of ['example.com', '.a.example.com', '.example.com', 'example.org']) {
      expect((await newKey({ targetHosts: [host] }, caller)).apiKey.targetHosts).toEqual([host])
    }
    for (const host of ['.example.org', 'a.example.org', '.co.example', 'badexample.com']) {
      expect(await errorOf(app.run(createApiKey, caller, { label: 'x', targetHosts: [host] }))).toEqual({
        type: 'invalid-input',
        message: `This API key may not link to ${host}`,
        path: 'targetHosts',
      })
    }
  })
})

describe('rotation of an API key', () => {
  it('the new key has the label, rights and end of the old one, which works until the overlap is over', async () => {
    const { ports, app, owner, newKey } = await setUp()
    const expiresAt = new Date(ports.clock.now() + 1000 * HOUR_MS).toISOString()
    const old = await newKey({ scopes: ['links:create'], targetHosts: ['example.com'], expiresAt })
    const { apiKey, secret } = (await app.run(rotateApiKey, owner, { id: old.apiKey.id }))._unsafeUnwrap()
    const { label, scopes, targetHosts, expiresAt: ends } = old.apiKey
    expect(apiKey).toMatchObject({ label, scopes, targetHosts, expiresAt: ends, rotatedFrom: old.apiKey.id })
    const isValid = async (apiKey: string) => (await authenticate(ports, { apiKey })).kind === 'user'
    expect([await isValid(old.secret), await isValid(secret)]).toEqual([true, true])
    ports.clock.advance(24 * HOUR_MS)
    expect([await isValid(old.secret), await isValid(secret)]).toEqual([false, true])
  })

  it('a second rotation of a key gives the end that the key had before the first', async () => {
    const { app, owner, newKey } = await setUp()
    const { id } = (await newKey()).apiKey
    const rotate = async (id: ApiKeyId) => (await app.run(rotateApiKey, owner, { id }))._unsafeUnwrap().apiKey
    const first = await rotate(id)
    await rotate(first.id)
    expect((await rotate(id)).expiresAt).toBeNull()
  })

  it('without an overlap the old key ends at once; an overlap never prolongs it', async () => {
    const { ports, app, owner, newKey } = await setUp()
    const [leaked, short] = [
      await newKey(),
      await newKey({ expiresAt: new Date(ports.clock.now() + HOUR_MS).toISOString() }),
    ]
    await app.run(rotateApiKey, owner, { id: leaked.apiKey.id, overlapHours: 0 })
    expect((await authenticate(ports, { apiKey: leaked.secret })).kind).toBe('anonymous')
    await app.run(rotateApiKey, owner, { id: short.apiKey.id, overlapHours: 168 })
    ports.clock.advance(HOUR_MS)
    expect((await authenticate(ports, { apiKey: short.secret })).kind).toBe('anonymous')
    expect(await errorOf(app.run(rotateApiKey, owner, { id: short.apiKey.id }))).toMatchObject({ path: 'id' })
  })

  it('the limit on keys does not prevent a rotation, up to 200 keys', async () => {
    const { app, owner, newKey } = await setUp()
    const { apiKey } = await newKey()
    for (let keys = 1; keys < 100; keys++) await newKey()
    expect(await errorOf(app.run(createApiKey, owner, { label: 'x' }))).toMatchObject({ type: 'plan-limit' })
    let { id } = apiKey
    for (let keys = 100; keys < 200; keys++) {
      id = (await app.run(rotateApiKey, owner, { id, overlapHours: 168 }))._unsafeUnwrap().apiKey.id
    }
    expect(await errorOf(app.run(rotateApiKey, owner, { id }))).toMatchObject({ type: 'plan-limit' })
  })

  it('a key rotates only keys that it could create, and no key of another account', async () => {
    const { ports, app, newKey } = await setUp()
    const expiresAt = new Date(ports.clock.now() + HOUR_MS).toISOString()
    const { caller, apiKey: own } = await newKey({ scopes: ['account', 'links:read'], expiresAt })
    const rotate = (id: string) => app.run(rotateApiKey, caller, { id })
    expect(await errorOf(rotate((await newKey()).apiKey.id))).toEqual(lacks('links:create'))
    expect(await errorOf(rotate((await newKey({ scopes: ['links:read'] })).apiKey.id))).toEqual({
      type: 'permission-denied',
    })
    expect((await rotate(own.id)).isOk()).toBe(true)
    const stranger = onBehalfOf((await newUser(ports)).userId)
    expect(await errorOf(app.run(rotateApiKey, stranger, { id: own.id }))).toEqual({
      type: 'not-found',
      what: 'API key',
    })
  })
})
