import {
  approveApp,
  createApiKey,
  createApp,
  createLink,
  deleteLink,
  denyApp,
  describeError,
  disconnectApp,
  getPendingApp,
  listAuditEntries,
  listConnectedApps,
  type Scope,
  type User,
} from '@shortlink/core'
import { authenticate, limitKeyOf } from '@shortlink/core/host'
import type { AccessToken, AuthorizationServer, PendingApp } from '@shortlink/core/ports'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PENDING: PendingApp = {
  client: { id: 'https://app.example/client.json', name: 'App', host: 'app.example', verified: true },
  redirectHost: 'app.example',
  scopes: ['links:read', 'links:create', 'links:delete', 'account'],
  expiresAt: Date.UTC(2027, 0, 1),
}

/** A service where one app waits under the id `uid`, and `token` is its access token to MCP after the consent. */
async function service({ pending = PENDING, scopes = ['links:read', 'account'] as Scope[] } = {}) {
  let waiting: PendingApp | undefined = pending
  let token: AccessToken | undefined
  const answer = (uid: string, url: string) => {
    if (uid !== 'uid' || waiting === undefined) return undefined
    waiting = undefined
    return url
  }
  const authorizationServer: AuthorizationServer = {
    findPending: async (uid) => (uid === 'uid' ? waiting : undefined),
    async approve(uid, { owner, grantId, expiresAt }) {
      token = { owner, grantId, clientId: pending.client.id, scopes, expiresAt }
      return answer(uid, 'https://sho.rt/oauth/approved')
    },
    deny: async (uid) => answer(uid, 'https://sho.rt/oauth/denied'),
  }
  const ports = testPorts({
    authorizationServer,
    accessTokens: {
      read: async (text, _now, audience) => (text === 'token' && audience === 'mcp' ? token : undefined),
    },
  })
  const app = createApp(ports)
  const user = await newUser(ports)
  const byToken = (audience?: 'mcp' | 'api') => authenticate(ports, { bearer: 'token', audience })
  const listed = async () => (await app.run(listConnectedApps, user, {}))._unsafeUnwrap()
  return { ports, app, user, byToken, listed }
}

it('a session sees who asks, with the risky scopes not selected', async () => {
  const { app, user } = await service()
  expect((await app.run(getPendingApp, user, { uid: 'uid' }))._unsafeUnwrap()).toEqual({
    ...PENDING,
    scopes: ['links:read', 'links:create', 'links:delete'],
    preselectedScopes: ['links:read', 'links:create'],
  })
  const unknown = (await app.run(getPendingApp, user, { uid: 'other' }))._unsafeUnwrapErr()
  expect(unknown).toEqual({ type: 'not-found', what: 'Connection request' })
})

it('an app gets the scopes that its user leaves, acts under its own name, and is disconnected', async () => {
  const { ports, app, user, byToken, listed } = await service()
  const approved = await app.run(approveApp, user, { uid: 'uid', scopes: ['links:create'] })
  const { id, url } = approved._unsafeUnwrap()
  expect(url).toBe('https://sho.rt/oauth/approved')
  const shown = { id, name: 'App', host: 'app.example', verified: true, scopes: ['links:create'], lastUsedAt: null }
  expect(await listed()).toMatchObject([{ ...shown, clientId: PENDING.client.id, createdAt: ports.clock.now() }])
  const caller = (await byToken('mcp')) as User
  expect(caller).toMatchObject({ userId: user.userId, via: { kind: 'app', grantId: id } })
  expect(limitKeyOf(caller)).toBe(`${user.userId} ${PENDING.client.id}`)
  expect(limitKeyOf(user)).toBe(user.userId)
  expect((await app.run(disconnectApp, await newUser(ports), { id }))._unsafeUnwrapErr()).toMatchObject({
    type: 'not-found',
  })
  expect((await app.run(disconnectApp, user, { id }))._unsafeUnwrap()).toBe(true)
  expect(await listed()).toEqual([])
  const { items } = (await app.run(listAuditEntries, user, {}))._unsafeUnwrap()
  expect(items).toMatchObject(
    ['disconnectApp', 'approveApp'].map((action) => ({ action, targetKind: 'CONNECTED_APP', targetId: id })),
  )
})

it('an access token counts only for its audience, its scopes and an enabled account, and never manages the account', async () => {
  const { ports, app, user, byToken } = await service({ scopes: ['links:create', 'account'] })
  await app.run(approveApp, user, { uid: 'uid', scopes: ['links:create'] })
  expect(await byToken()).toMatchObject({ kind: 'anonymous', rejected: true })
  const caller = await byToken('mcp')
  const lacking = (await app.run(createApiKey, caller, { label: 'mine' }))._unsafeUnwrapErr()
  expect(lacking).toEqual({ type: 'missing-scope', scope: 'account', by: 'app' })
  expect(describeError(lacking)).toBe('This app lacks the scope account; no app gets it, so do this in the dashboard')
  const deleting = (await app.run(deleteLink, caller, { id: 'any' }))._unsafeUnwrapErr()
  expect(describeError(deleting)).toBe(
    'This app lacks the scope links:delete; connect it again and tick "Delete links"',
  )
  const link = await app.run(createLink, caller, { target: 'https://example.com/' }, { idempotencyKey: 'one' })
  expect(link.isOk()).toBe(true)
  const { items } = (await app.run(listAuditEntries, user, { action: 'createLink' }))._unsafeUnwrap()
  expect(items).toMatchObject([{ actor: `app:${PENDING.client.id}` }])
  await ports.store.users.setDisabled(user.userId, ports.clock.now())
  expect(await byToken('mcp')).toMatchObject({ kind: 'anonymous', rejected: true })
})

it('neither a key nor an app consents', async () => {
  const { app, ports, user } = await service()
  const { secret } = (await app.run(createApiKey, user, { label: 'all' }))._unsafeUnwrap()
  const byKey = await authenticate(ports, { apiKey: secret })
  for (const outcome of [
    await app.run(getPendingApp, byKey, { uid: 'uid' }),
    await app.run(approveApp, byKey, { uid: 'uid', scopes: ['links:read'] }),
    await app.run(denyApp, byKey, { uid: 'uid' }),
  ])
    expect(outcome._unsafeUnwrapErr()).toEqual({ type: 'permission-denied' })
})

it.each([
  [[], 'scopes must have at least one scope'],
  [['links:read', 'account'], 'scopes must not have account, which the app cannot get'],
  [['bio:read'], 'scopes must not have bio:read, which the app cannot get'],
])('the scopes %j are refused', async (scopes, message) => {
  const { app, user, listed } = await service()
  const refused = (await app.run(approveApp, user, { uid: 'uid', scopes }))._unsafeUnwrapErr()
  expect(refused).toEqual({ type: 'invalid-input', message, path: 'scopes' })
  expect(await listed()).toEqual([])
})

it('one answer counts', async () => {
  const { app, user, listed } = await service()
  expect((await app.run(denyApp, user, { uid: 'uid' }))._unsafeUnwrap()).toBe('https://sho.rt/oauth/denied')
  const late = (await app.run(approveApp, user, { uid: 'uid', scopes: ['links:read'] }))._unsafeUnwrapErr()
  expect(late).toEqual({ type: 'not-found', what: 'Connection request' })
  expect(await listed()).toEqual([])
})

it('an answer that loses a race leaves no connection', async () => {
  const { ports, user } = await service()
  const authorizationServer = { ...ports.authorizationServer, approve: async () => undefined }
  const app = createApp({ ...ports, authorizationServer })
  const lost = (await app.run(approveApp, user, { uid: 'uid', scopes: ['links:read'] }))._unsafeUnwrapErr()
  expect(lost).toEqual({ type: 'not-found', what: 'Connection request' })
  expect((await app.run(listConnectedApps, user, {}))._unsafeUnwrap()).toEqual([])
})

it('a connection shows its last use, ends after 90 days without one, and an account has at most 50', async () => {
  const { ports, app, user, listed } = await service()
  const { id } = (await app.run(approveApp, user, { uid: 'uid', scopes: ['links:read'] }))._unsafeUnwrap()
  ports.clock.advance(DAY_MS)
  await ports.store.oauthRecords.prolong('ConnectedApp', id, ports.clock.now() + 90 * DAY_MS)
  expect(await listed()).toMatchObject([{ id, lastUsedAt: ports.clock.now() }])
  const many = await service()
  for (let count = 0; count < 50; count += 1) {
    const record = { kind: 'ConnectedApp', id: `${count}`, grantId: `${count}`, uid: many.user.userId }
    await many.ports.store.oauthRecords.put({ ...record, expiresAt: many.ports.clock.now() + 1, payload: '{}' })
  }
  const full = await many.app.run(approveApp, many.user, { uid: 'uid', scopes: ['links:read'] })
  expect(full._unsafeUnwrapErr()).toMatchObject({ type: 'plan-limit' })
  ports.clock.advance(90 * DAY_MS)
  expect(await listed()).toEqual([])
})
