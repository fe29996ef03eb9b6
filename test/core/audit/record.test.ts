import {
  ALL_SCOPES,
  type AnyUseCase,
  type AuditEntry,
  addDomain,
  anonymous,
  type Caller,
  changePassword,
  createAccount,
  createApp,
  createLink,
  createLinks,
  deleteAccount,
  deleteLink,
  getProfile,
  importLinks,
  type Link,
  listAuditEntries,
  logIn,
  onBehalfOf,
  operator,
  type RunOptions,
  signUp,
  updateLink,
  updateTag,
} from '@shortlink/core'
import * as hostCore from '@shortlink/core/host'
import { deleteAnyLink, grantPlan, replacePassword } from '@shortlink/core/host'
import type { Ports } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import * as useCases from '../../../core/use-cases.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/secret-value'
const GRAPHQL = { surface: 'GRAPHQL', requestId: 'request-1', clientIp: '203.0.113.77' } as const

async function setUp(given: Partial<Ports> = {}) {
  const ports = testPorts(given)
  const app = createApp(ports)
  const caller = await newUser(ports)
  const run = async (useCase: AnyUseCase, input: unknown, options: RunOptions = {}, as: Caller = caller) =>
    (await app.run(useCase, as, input, options))._unsafeUnwrap()
  const entries = async (filter: object = {}) => (await run(listAuditEntries, filter)).items
  const newLink = (input: object = {}, options?: RunOptions): Promise<Link> =>
    run(createLink, { target, ...input }, options)
  return { ports, app, caller, run, entries, newLink }
}

/** A store that refuses entries of the audit log. */
const withoutAuditLog = (store: Ports['store']): Ports['store'] => ({
  ...store,
  audit: { ...store.audit, add: () => Promise.reject(new Error('no space')) },
  atomic: (work) => store.atomic((inner) => work(withoutAuditLog(inner))),
})

describe('the audit log', () => {
  it('has one entry for a created, changed and deleted record, newest first, with names and without values', async () => {
    const { run, entries, newLink, caller } = await setUp()
    const { id } = await newLink({ slug: 'hello', title: 'secret-value' }, { origin: GRAPHQL })
    await run(updateLink, { slug: 'hello', title: 'other', password: 'secret-value', note: null })
    await run(deleteLink, { slug: 'hello' })
    const common = { owner: caller.userId, targetKind: 'LINK', targetId: id, network: null }
    const actor = `session:${caller.via.kind === 'session' && caller.via.tokenId}`
    expect(await entries()).toEqual([
      expect.objectContaining({ ...common, actor, action: 'deleteLink', changed: [], surface: 'SYSTEM' }),
      expect.objectContaining({ ...common, action: 'updateLink', changed: ['title', 'note', 'password'] }),
      expect.objectContaining({ ...common, action: 'createLink', surface: 'GRAPHQL', requestId: 'request-1' }),
    ])
    expect(JSON.stringify(await entries())).not.toMatch(/secret-value|hello/)
  })

  it('has no entry of a call that fails, changes nothing or repeats an idempotency key', async () => {
    const { ports, run, app, caller, entries, newLink } = await setUp()
    await newLink({ slug: 'hello' })
    expect((await app.run(createLink, caller, { target, slug: 'hello' })).isErr()).toBe(true)
    expect((await app.run(updateTag, caller, { id: 'none', name: 'new' })).isErr()).toBe(true)
    for (const _ of [1, 2]) await newLink({ slug: 'once' }, { idempotencyKey: 'key' })
    const later = createApp({ ...ports, clock: { now: () => ports.clock.now() + 1 } })
    await later.run(createLink, caller, { target, reuse: true })
    await run(addDomain, { hostname: 'go.example.com' })
    await later.run(addDomain, caller, { hostname: 'go.example.com' })
    expect((await entries()).map(({ action }: { action: string }) => action)).toEqual([
      'addDomain',
      'createLink',
      'createLink',
    ])
  })

  it('has one entry for each record of a bulk call and of an import', async () => {
    const { run, entries } = await setUp()
    const inputs = [{ target, slug: 'one' }, { target: 'no URL' }, { target, slug: 'two' }]
    await run(createLinks, { inputs })
    expect(await entries({ action: 'createLinks' })).toHaveLength(2)
    const links = [
      { target, slug: 'three' },
      { target, slug: 'one' },
    ]
    await run(importLinks, { links, dryRun: true })
    expect(await entries({ action: 'importLinks' })).toEqual([])
    await run(importLinks, { links })
    expect(await entries({ action: 'importLinks' })).toHaveLength(1)
  })

  it('stores no record without its entry', async () => {
    const { ports, caller, entries } = await setUp()
    const app = createApp({ ...ports, store: withoutAuditLog(ports.store) })
    await expect(app.run(createLink, caller, { target, slug: 'lost' })).rejects.toThrow('no space')
    expect(await ports.store.links.findBySlug('', 'lost')).toBeUndefined()
    expect(await entries()).toEqual([])
  })

  it('has logins, failed logins and sign-ups with the network of the client', async () => {
    const { ports, run, app } = await setUp()
    const account = { email: 'ada@example.com', password: 'a password hard to guess' }
    const { user, id: first } = await run(signUp, { name: 'Ada', ...account }, { origin: GRAPHQL }, anonymous)
    const { id: second } = await run(
      logIn,
      account,
      { origin: { surface: 'GRAPHQL', clientIp: '2001:db8:1:2::3' } },
      anonymous,
    )
    const wrong = { email: 'ADA@example.com', password: 'wrong' }
    expect((await app.run(logIn, anonymous, wrong, { origin: GRAPHQL })).isErr()).toBe(true)
    expect((await app.run(logIn, anonymous, { ...wrong, email: 'eve@example.com' })).isErr()).toBe(true)
    await ports.background.drained()
    const passwords = { oldPassword: account.password, newPassword: 'another password hard to guess' }
    await run(changePassword, passwords, {}, onBehalfOf(user.id))
    const { items } = await run(listAuditEntries, {}, {}, onBehalfOf(user.id))
    const common = { targetKind: 'ACCOUNT', targetId: user.id }
    expect(items).toEqual([
      expect.objectContaining({ ...common, action: 'changePassword', changed: ['password'], network: null }),
      expect.objectContaining({ ...common, action: 'loginFailed', actor: 'system', network: '203.0.113.0/24' }),
      expect.objectContaining({ ...common, action: 'logIn', actor: `session:${second}`, network: '2001:db8:1::/48' }),
      expect.objectContaining({ ...common, action: 'signUp', actor: `session:${first}`, network: '203.0.113.0/24' }),
    ])
  })

  it('names the operator’s command, the API key or the embedding program as the actor', async () => {
    const { ports, run, newLink, entries, caller } = await setUp()
    await newLink({}, { origin: { surface: 'CLI' } })
    await run(createLink, { target }, { origin: { surface: 'CLI' } }, onBehalfOf(caller.userId))
    await run(createLink, { target }, {}, onBehalfOf(caller.userId))
    const via = {
      kind: 'api-key',
      keyId: ports.ids.apiKey(),
      expiresAt: null,
      scopes: ALL_SCOPES,
      targetHosts: null,
    } as const
    await run(createLink, { target }, {}, { ...caller, via })
    const { id } = await run(
      createAccount,
      { name: 'Eve', email: 'eve@example.com', password: 'hard to guess, this one' },
      { origin: { surface: 'CLI' } },
      anonymous,
    )
    const actors = (await entries()).map(({ actor }: { actor: string }) => actor.replace(/:.*/, ''))
    expect(actors).toEqual(['key', 'system', 'cli', 'session'])
    expect((await run(listAuditEntries, {}, {}, onBehalfOf(id))).items).toMatchObject([{ actor: 'cli' }])
  })

  it('has what the operator changed in an account, in the transaction of the change', async () => {
    const { ports, app, run, entries, newLink, caller } = await setUp()
    const { id } = await newLink()
    const account = caller.userId
    const fields = async () =>
      (await entries()).map(({ action, targetId, changed, surface, actor }: AuditEntry) => [
        ...[action, targetId, changed, surface, actor],
      ])
    const byCommand = { origin: { surface: 'CLI' } } as const
    const password = 'secret-value of the operator'
    await run(deleteAnyLink, { id }, byCommand, operator)
    await run(replacePassword, { id: account, password }, byCommand, operator)
    await run(grantPlan, { id: account, plan: 'PRO' }, byCommand, operator)
    const all = [
      ['grantPlan', account, ['plan'], 'CLI', 'cli'],
      ['replacePassword', account, ['password'], 'CLI', 'cli'],
      ['deleteAnyLink', id, [], 'CLI', 'cli'],
    ]
    expect((await fields()).slice(0, 3)).toEqual(all)
    const lost = createApp({ ...ports, store: withoutAuditLog(ports.store) })
    const { passwordHash } = (await ports.store.users.find(account)) ?? {}
    await expect(lost.run(replacePassword, operator, { id: account, password })).rejects.toThrow('no space')
    expect(await ports.store.users.find(account)).toMatchObject({ passwordHash })
    await expect(lost.run(grantPlan, operator, { id: account, plan: 'FREE' })).rejects.toThrow('no space')
    expect((await app.run(getProfile, caller, {}))._unsafeUnwrap().plan).toBe('PRO')
  })

  it('has no entry of links without an account, and none of a deleted account', async () => {
    const { ports, run, caller } = await setUp()
    const added: unknown[] = []
    const add = ports.store.audit.add
    Object.assign(ports.store.audit, { add: (entries: []) => add(entries).then(() => added.push(...entries)) })
    await run(createLink, { target }, {}, anonymous)
    await run(deleteAccount, {})
    expect(added).toEqual([])
    expect(await ports.store.audit.list(caller.userId, { take: 10 })).toEqual([])
  })

  it('is read page by page, and refuses another text as a cursor', async () => {
    const { app, caller, run, newLink } = await setUp()
    const ids: string[] = []
    for (const _ of [1, 2, 3]) ids.unshift((await newLink()).id)
    const first = await run(listAuditEntries, { take: 2 })
    const second = await run(listAuditEntries, { take: 2, cursor: first.nextCursor })
    expect([...first.items, ...second.items].map(({ targetId }) => targetId)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
    for (const cursor of ['2', 'no cursor', '']) {
      const refused = await app.run(listAuditEntries, caller, { cursor })
      expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'cursor' })
    }
  })
})

/** Use cases that declare nothing for the audit log although their scope allows writes, with the reason. */
const WITHOUT_ENTRIES: Readonly<Record<string, string>> = {
  addImportPart: 'uploads a part of a file; the begin of its import has an entry',
  deleteAccount: 'the log is deleted with the account',
  openCheckout: 'writes nothing here; the payment provider reports the purchase',
  openPortal: 'writes nothing here',
  denyApp: 'changes no record of the account',
  applyPaymentEvent: 'a report of the payment provider',
  sharedAnalytics: 'a read, by anyone who has the token',
  reportLink: 'a report by a visitor, about whom the log has nothing',
  ...Object.fromEntries(
    ['getAccount', 'getProfile', 'getService', 'listPlans', 'getBioPage', 'followLink', 'makeQrCode'].map((name) => [
      name,
      'reads',
    ]),
  ),
  ...Object.fromEntries(
    [
      ...[
        'listApiKeys',
        'listAuditEntries',
        'listSessions',
        'listConnectedApps',
        'getPendingApp',
        'admitToMcp',
        'permitCertificate',
      ],
      ...['getInstanceStats', 'listAccounts', 'listAnyLinks', 'listBlockedHosts', 'listReports'],
    ].map((name) => [name, 'reads']),
  ),
}

describe('use cases', () => {
  const exported: unknown[] = [...Object.values(useCases), ...Object.values(hostCore)]
  const all = exported.filter(
    (value) => typeof value === 'object' && value !== null && 'access' in value,
  ) as AnyUseCase[]

  it('that may write declare what they changed', () => {
    const isRead = ({ scope }: AnyUseCase) => scope?.endsWith(':read') === true
    const silent = all.filter((useCase) => !isRead(useCase) && useCase.audit === undefined).map(({ name }) => name)
    expect(silent.sort()).toEqual(Object.keys(WITHOUT_ENTRIES).sort())
    expect(all.filter((useCase) => isRead(useCase) && useCase.audit).map(({ name }) => name)).toEqual([])
    expect(all.length).toBeGreaterThan(60)
  })
})
