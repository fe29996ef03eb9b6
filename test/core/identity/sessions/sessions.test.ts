import {
  changePassword,
  createApiKey,
  createApp,
  endOtherSessions,
  endSession,
  listSessions,
  logIn,
  logOut,
  onBehalfOf,
  type Session,
  signUp,
  type User,
} from '@shortlink/core'
import { authenticate, rejected } from '@shortlink/core/host'
import { describe, expect, it, vi } from 'vitest'
import { knownVisitors } from '../../../support/facts.ts'
import { testPorts } from '../../../support/ports.ts'

const MINUTE_MS = 60_000
const ADA = { name: 'Ada', email: 'ada@example.com', password: 'difference engine' }
const HERE = { ip: '192.0.2.77', userAgent: 'Mozilla/5.0 Firefox' }
const ELSEWHERE = { ip: '2001:db8:7:1::5', userAgent: null }
const NO_CALLER = { kind: 'anonymous', rejected: false } as const
const firefox = { browser: { name: 'Firefox', version: '150' }, os: { name: 'Linux', version: null } }

async function setUp() {
  const ports = testPorts({ visitors: knownVisitors({ agent: firefox }).visitors })
  const app = createApp(ports)
  const first = (await app.run(signUp, { ...NO_CALLER, client: HERE }, ADA))._unsafeUnwrap()
  const enter = async (client = ELSEWHERE): Promise<Session> =>
    (await app.run(logIn, { ...NO_CALLER, client }, ADA))._unsafeUnwrap()
  const callerOf = ({ token }: Session, client = HERE) => authenticate(ports, { bearer: token, client })
  const kindOf = async (session: Session) => (await callerOf(session)).kind
  const list = async (session: Session) => (await app.run(listSessions, await callerOf(session), {}))._unsafeUnwrap()
  const idOf = async (session: Session) => ((await callerOf(session)) as User).via as { readonly tokenId: string }
  return { ports, app, first, enter, callerOf, kindOf, list, idOf }
}

describe('the list of sessions', () => {
  it('sign-up, login and a new password add a session with its device and network, and no token', async () => {
    const { ports, app, first, enter, callerOf, list } = await setUp()
    ports.clock.advance(1)
    const second = await enter()
    const at = ports.clock.now()
    const [one, other] = await list(first)
    expect(one).toEqual({
      id: expect.any(String),
      createdAt: at,
      expiresAt: at + 7 * 24 * 60 * MINUTE_MS,
      lastUsedAt: at,
      ...{ browser: null, os: null, network: '2001:db8:7::/48', current: false },
    })
    expect(other).toMatchObject({ browser: 'Firefox', os: 'Linux', network: '192.0.2.0/24', current: true })
    for (const { token, cookieToken } of [first, second])
      expect(JSON.stringify([one, other])).not.toMatch(new RegExp(`${token}|${cookieToken}`))
    const asked = { oldPassword: ADA.password, newPassword: 'analytical engine' }
    const third = (await app.run(changePassword, await callerOf(first), asked))._unsafeUnwrap()
    expect(await list(third)).toMatchObject([{ network: '192.0.2.0/24', current: true }])
  })

  it('stores the last use with its network at most every five minutes', async () => {
    const { ports, first, callerOf, list } = await setUp()
    const used = async (minutes: number, client: typeof HERE | typeof ELSEWHERE) => {
      ports.clock.advance(minutes * MINUTE_MS)
      await authenticate(ports, { bearer: first.token, client })
      await ports.background.drained()
      return list(first)
    }
    const start = ports.clock.now()
    const touch = vi.spyOn(ports.store.sessions, 'touch')
    expect(await used(4, ELSEWHERE)).toMatchObject([{ lastUsedAt: start, network: '192.0.2.0/24' }])
    expect(touch).not.toHaveBeenCalled()
    const later = { lastUsedAt: start + 5 * MINUTE_MS, network: '2001:db8:7::/48' }
    expect(await used(1, ELSEWHERE)).toMatchObject([later])
    await callerOf(first)
    expect(await list(first)).toMatchObject([later])
    expect(ports.failures).toEqual([])
  })

  it('gets a session of a server that recorded none at its next use', async () => {
    const { ports, first, callerOf, list } = await setUp()
    await ports.store.sessions.keepOnly(first.user.id, undefined, 0)
    expect(await callerOf(first)).toMatchObject({ kind: 'user' })
    await ports.background.drained()
    expect(await list(first)).toMatchObject([{ createdAt: ports.clock.now(), current: true }])
  })

  it('omits sessions that have logged out', async () => {
    const { app, first, enter, callerOf, list } = await setUp()
    await app.run(logOut, await callerOf(await enter()), {})
    expect(await list(first)).toMatchObject([{ current: true }])
  })
})

describe('ending sessions', () => {
  it('an ended session is refused at once, with both tokens, and others go on', async () => {
    const { ports, app, first, enter, callerOf, kindOf, idOf } = await setUp()
    const second = await enter()
    const { tokenId } = await idOf(second)
    const ended = await app.run(endSession, await callerOf(first), { id: tokenId })
    expect(ended._unsafeUnwrap()).toBe(true)
    expect(await kindOf(second)).toBe('anonymous')
    expect(await authenticate(ports, { cookie: second.cookieToken })).toMatchObject(rejected)
    expect(await kindOf(first)).toBe('user')
    const again = await app.run(endSession, await callerOf(first), { id: tokenId })
    expect(again._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Session' })
  })

  it('the session of another account is not found', async () => {
    const { app, first, callerOf, kindOf, idOf } = await setUp()
    const eve = (await app.run(signUp, NO_CALLER, { ...ADA, email: 'eve@example.com' }))._unsafeUnwrap()
    const { tokenId } = await idOf(first)
    const asked = await app.run(endSession, await callerOf(eve), { id: tokenId })
    expect(asked._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Session' })
    expect(await kindOf(first)).toBe('user')
  })

  it('all others end, also those without a record, and the one of the request stays with both tokens', async () => {
    const { ports, app, first, enter, callerOf, kindOf, list } = await setUp()
    const unlisted = await enter()
    await ports.store.sessions.keepOnly(first.user.id, undefined, 0)
    const second = await enter()
    const kept = await callerOf(first)
    expect((await app.run(endOtherSessions, kept, {}))._unsafeUnwrap()).toBe(1)
    expect(await Promise.all([unlisted, second].map(kindOf))).toEqual(['anonymous', 'anonymous'])
    expect(await kindOf(first)).toBe('user')
    expect((await authenticate(ports, { cookie: first.cookieToken })).kind).toBe('user')
    expect(await list(first)).toMatchObject([{ current: true }])
    const third = await enter()
    expect((await app.run(endOtherSessions, await callerOf(third), {}))._unsafeUnwrap()).toBe(1)
    expect(await Promise.all([first, third].map(kindOf))).toEqual(['anonymous', 'user'])
    // A request of the ended session that was on its way.
    expect((await app.run(endOtherSessions, kept, {}))._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
    expect(await kindOf(third)).toBe('user')
  })

  it('the session of the request stays even if it has no record yet', async () => {
    const { ports, app, first, callerOf, kindOf } = await setUp()
    const caller = await callerOf(first)
    await ports.store.sessions.keepOnly(first.user.id, undefined, 0)
    expect((await app.run(endOtherSessions, caller, {}))._unsafeUnwrap()).toBe(0)
    expect(await kindOf(first)).toBe('user')
  })

  it('an API key and a command end all sessions, and keep their access', async () => {
    const { ports, app, first, enter, callerOf, kindOf } = await setUp()
    const { secret } = (await app.run(createApiKey, await callerOf(first), { label: 'k' }))._unsafeUnwrap()
    await enter()
    const byKey = await authenticate(ports, { apiKey: secret })
    expect((await app.run(endOtherSessions, byKey, {}))._unsafeUnwrap()).toBe(2)
    expect(await kindOf(first)).toBe('anonymous')
    expect((await authenticate(ports, { apiKey: secret })).kind).toBe('user')
    const last = await enter()
    expect((await app.run(endOtherSessions, onBehalfOf(first.user.id), {}))._unsafeUnwrap()).toBe(1)
    expect(await kindOf(last)).toBe('anonymous')
  })

  it('a new password ends the session that outlived the others', async () => {
    const { ports, app, first, callerOf, kindOf } = await setUp()
    await app.run(endOtherSessions, await callerOf(first), {})
    await ports.store.users.setPassword(first.user.id, 'other')
    expect(await kindOf(first)).toBe('anonymous')
  })
})
