import {
  anonymous,
  changePassword,
  createAccount,
  createApiKey,
  createApp,
  createInvitation,
  createLink,
  deleteAccount,
  getAccount,
  logIn,
  logOut,
  operator,
  setIgnoredAddresses,
  signUp,
} from '@shortlink/core'
import { authenticate, isSignUpOpen, rejected, type SignUpPolicy } from '@shortlink/core/host'
import { errAsync, okAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { testPorts } from '../../support/ports.ts'

const ada = { name: ' Ada Lovelace ', email: ' Ada@Example.com ', password: 'difference engine' }
const DAY = 24 * 60 * 60 * 1000

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const session = (await app.run(signUp, anonymous, ada))._unsafeUnwrap()
  const callerOf = (token: string) => authenticate(ports, { bearer: token })
  const logInAs = (email: string, password = ada.password) => app.run(logIn, anonymous, { email, password })
  return { ports, app, session, callerOf, logInAs }
}

describe('signing up', () => {
  it('opens an account and a session', async () => {
    const { ports, app, session, callerOf } = await setUp()
    const account = {
      name: 'Ada Lovelace',
      email: 'Ada@Example.com',
      createdAt: ports.clock.now(),
      role: 'USER',
      ignoredAddresses: [],
    }
    expect(session.user).toEqual({ ...account, id: session.user.id })
    const caller = await callerOf(session.token)
    expect(caller).toMatchObject({ kind: 'user', userId: session.user.id, via: { kind: 'session' } })
    expect((await app.run(getAccount, caller, {}))._unsafeUnwrap()).toEqual(session.user)
  })

  it('stores no password and returns no hash', async () => {
    const { ports, session } = await setUp()
    const stored = await ports.store.users.find(session.user.id)
    expect(JSON.stringify(stored)).not.toContain(ada.password)
    expect(JSON.stringify(session)).not.toContain(stored?.passwordHash)
  })

  it('refuses a taken email address in any case, and accepts one of several concurrent requests', async () => {
    const { app } = await setUp()
    const again = await app.run(signUp, anonymous, { ...ada, email: 'ADA@example.COM' })
    expect(again._unsafeUnwrapErr()).toEqual({ type: 'email-taken' })
    const racing = await Promise.all(
      Array.from({ length: 8 }, () => app.run(signUp, anonymous, { ...ada, email: 'bob@example.com' })),
    )
    expect(racing.filter((result) => result.isOk())).toHaveLength(1)
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: 'nul\0' }],
    ['email', { email: 'no-address' }],
    ['email', { email: 'a@b' }],
    ['email', { email: `${'x'.repeat(250)}@example.com` }],
    ['email', { email: undefined }],
    ['password', { password: 'short' }],
    ['password', { password: '1234567' }],
    ['password', { password: 'x'.repeat(129) }],
    ['password', { password: 'Password1' }],
    ['password', { password: 'ada@example.com' }],
    ['password', { password: 'ADA LOVELACE' }],
    ['password', { password: '\ud800 lone surrogate' }],
    ['password', { password: undefined }],
  ])('refuses a bad %s: %j', async (path, wrong) => {
    const result = await createApp(testPorts()).run(signUp, anonymous, { ...ada, ...wrong })
    expect(result._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path })
  })

  it.each(['ünïcödé', '🔑🔑🔑🔑🔑🔑🔑🔑', '        x', 'x'.repeat(127), '🔑'.repeat(128)])(
    'accepts the password %j if it has 8 to 128 characters',
    async (password) => {
      const app = createApp(testPorts())
      const result = await app.run(signUp, anonymous, { ...ada, password })
      expect(result.isOk()).toBe([...password].length >= 8)
    },
  )
})

it.each([
  [undefined, false],
  ['', false],
  ['another token', false],
  ['the token', true],
])('under the policy first with a token, a sign-up with the token %j is let in: %j', async (token, isLetIn) => {
  const ports = testPorts()
  const app = createApp({ ...ports, policy: { ...ports.policy, signUp: 'first', signUpToken: 'the token' } })
  const result = await app.run(signUp, anonymous, { ...ada, token })
  expect(result.isErr() ? result.error.type : 'let in').toBe(isLetIn ? 'let in' : 'wrong-sign-up-token')
})

describe('the policy on sign-ups', () => {
  const withPolicy = (signUp: SignUpPolicy) => {
    const ports = testPorts()
    let hashes = 0
    const passwords = {
      ...ports.passwords,
      hash(...args: Parameters<typeof ports.passwords.hash>) {
        hashes += 1
        return ports.passwords.hash(...args)
      },
    }
    const app = createApp({ ...ports, passwords, policy: { ...ports.policy, signUp } })
    return {
      app,
      ports,
      hashes: () => hashes,
      isOpen: () => isSignUpOpen({ ...ports, policy: { ...ports.policy, signUp } }),
    }
  }

  it('closed refuses sign-ups before it computes a hash, and the operator still creates accounts', async () => {
    const { app, hashes, isOpen } = withPolicy('closed')
    expect((await app.run(signUp, anonymous, ada))._unsafeUnwrapErr()).toEqual({ type: 'sign-up-closed' })
    expect([hashes(), await isOpen()]).toEqual([0, false])
    expect((await app.run(createAccount, anonymous, ada))._unsafeUnwrap()).toMatchObject({ email: 'Ada@Example.com' })
    expect((await app.run(logIn, anonymous, ada)).isOk()).toBe(true)
  })

  it('first accepts one sign-up while no account exists, and none after the operator has made one', async () => {
    const { app, isOpen, hashes } = withPolicy('first')
    expect(await isOpen()).toBe(true)
    expect((await app.run(signUp, anonymous, ada)).isOk()).toBe(true)
    expect(await isOpen()).toBe(false)
    const second = await app.run(signUp, anonymous, { ...ada, email: 'bob@example.com' })
    expect(second._unsafeUnwrapErr()).toEqual({ type: 'sign-up-closed' })
    expect(hashes()).toBe(1)

    const other = withPolicy('first')
    await other.app.run(createAccount, anonymous, ada)
    expect((await other.app.run(signUp, anonymous, { ...ada, email: 'bob@example.com' })).isErr()).toBe(true)
  })
})

describe('the policy invite', () => {
  async function setUpInvites() {
    const ports = testPorts()
    const policy = { ...ports.policy, signUp: 'invite' as const, adminEmails: ['Root@Example.com'] }
    const app = createApp({ ...ports, policy })
    const invite = async () => (await app.run(createInvitation, operator, {}))._unsafeUnwrap()
    const join = async (code: string | null | undefined, given = {}) =>
      (await app.run(signUp, anonymous, { ...ada, invite: code, ...given })).match(
        () => 'let in',
        ({ type }) => type,
      )
    return { ports, invite, join }
  }

  it('lets one account in for each code, which a failed sign-up does not spend', async () => {
    const { ports, invite, join } = await setUpInvites()
    const { code, url } = await invite()
    expect(url).toBe(`${ports.policy.appUrl}/dash/sign-up?invite=${code}`)
    for (const wrong of [undefined, null, '', 'wrong', code.toLowerCase()])
      expect(await join(wrong)).toBe('sign-up-closed')
    expect(await join(code, { password: 'short' })).toBe('invalid-input')
    expect(await join(` ${code} `)).toBe('let in')
    expect(await join(code, { email: 'bob@example.com' })).toBe('sign-up-closed')
    const { code: second } = await invite()
    expect(await join(second)).toBe('email-taken')
    const racing = await Promise.all(
      ['bob', 'cem', 'dan'].map((name) => join(second, { email: `${name}@example.com` })),
    )
    expect(racing.toSorted()).toEqual(['let in', 'sign-up-closed', 'sign-up-closed'])
  })

  it('ends a code after seven days', async () => {
    const { ports, invite, join } = await setUpInvites()
    const [first, second] = [await invite(), await invite()]
    expect(first.expiresAt).toBe(ports.clock.now() + 7 * DAY)
    ports.clock.advance(7 * DAY - 1)
    expect(await join(first.code)).toBe('let in')
    ports.clock.advance(1)
    expect(await join(second.code, { email: 'bob@example.com' })).toBe('sign-up-closed')
  })

  it('refuses the address of an administrator in any case', async () => {
    const { invite, join } = await setUpInvites()
    const { code } = await invite()
    expect(await join(code, { email: 'ROOT@example.com' })).toBe('reserved-email')
    expect(await join(code)).toBe('let in')
  })
})

describe('logging in', () => {
  it('accepts the address in any case and the password in any normal form', async () => {
    const { app } = await setUp()
    const password = 'cafe\u0301 au lait'
    await app.run(signUp, anonymous, { ...ada, email: 'bob@example.com', password })
    const session = await app.run(logIn, anonymous, { email: ' BOB@example.com', password: password.normalize('NFC') })
    expect(session.isOk()).toBe(true)
  })

  it('returns the same error for a wrong password and an unknown address', async () => {
    const { logInAs } = await setUp()
    const wrong = [
      logInAs('ada@example.com', 'analytical engine'),
      logInAs('ada@example.com', ''),
      logInAs('unknown@example.com'),
      logInAs('no address at all'),
    ]
    for (const result of await Promise.all(wrong)) {
      expect(result._unsafeUnwrapErr()).toEqual({ type: 'bad-credentials' })
    }
  })

  it('checks a hash for an unknown address too, so that both take the same time', async () => {
    const ports = testPorts()
    const verified: string[] = []
    const passwords = {
      ...ports.passwords,
      verify(hash: string, password: string) {
        verified.push(hash)
        return ports.passwords.verify(hash, password)
      },
    }
    await createApp({ ...ports, passwords }).run(logIn, anonymous, { email: 'unknown@example.com', password: 'x' })
    expect(verified).toEqual([ports.passwords.decoy])
  })

  it('renews a hash that was made with weaker parameters and ends no session', async () => {
    const { ports, session, callerOf } = await setUp()
    const before = await ports.store.users.find(session.user.id)
    const passwords = { ...ports.passwords, verify: () => okAsync('rehash' as const) }
    const login = await createApp({ ...ports, passwords }).run(logIn, anonymous, ada)
    const after = await ports.store.users.find(session.user.id)
    expect(after?.passwordHash).not.toBe(before?.passwordHash)
    expect(after?.epoch).toBe(before?.epoch)
    for (const { token } of [session, login._unsafeUnwrap()]) expect((await callerOf(token)).kind).toBe('user')
  })
})

describe('when password hashing is overloaded', () => {
  const overloaded = { type: 'overloaded', retryAfterSeconds: 5 } as const

  it('logging in is refused alike for known and unknown addresses', async () => {
    const { ports } = await setUp()
    const app = createApp({ ...ports, passwords: { ...ports.passwords, verify: () => errAsync(overloaded) } })
    for (const email of [ada.email, 'unknown@example.com'])
      expect((await app.run(logIn, anonymous, { ...ada, email }))._unsafeUnwrapErr()).toEqual(overloaded)
  })

  it('signing up and changing a password are refused and change nothing', async () => {
    const { ports, session, callerOf, logInAs } = await setUp()
    const app = createApp({ ...ports, passwords: { ...ports.passwords, hash: () => errAsync(overloaded) } })
    const bob = { ...ada, email: 'bob@example.com' }
    expect((await app.run(signUp, anonymous, bob))._unsafeUnwrapErr()).toEqual(overloaded)
    expect(await ports.store.users.findByEmail(bob.email)).toBeUndefined()
    const change = { oldPassword: ada.password, newPassword: 'analytical engine' }
    const changed = await app.run(changePassword, await callerOf(session.token), change)
    expect(changed._unsafeUnwrapErr()).toEqual(overloaded)
    expect((await logInAs('ada@example.com')).isOk()).toBe(true)
  })

  it('logging in succeeds without renewing an outdated hash', async () => {
    const { ports } = await setUp()
    const passwords = { ...ports.passwords, verify: () => okAsync('rehash' as const), hash: () => errAsync(overloaded) }
    expect((await createApp({ ...ports, passwords }).run(logIn, anonymous, ada)).isOk()).toBe(true)
  })
})

describe('a session', () => {
  it('ends after seven days', async () => {
    const { ports, session, callerOf } = await setUp()
    ports.clock.advance(7 * DAY - 1000)
    expect((await callerOf(session.token)).kind).toBe('user')
    ports.clock.advance(1000)
    expect(await callerOf(session.token)).toMatchObject(rejected)
  })

  it('ends by logging out, once, and leaves other sessions open', async () => {
    const { app, session, callerOf, logInAs } = await setUp()
    const other = (await logInAs('ada@example.com'))._unsafeUnwrap()
    const caller = await callerOf(session.token)
    expect((await app.run(logOut, caller, {}))._unsafeUnwrap()).toBe(true)
    expect(await callerOf(session.token)).toMatchObject(rejected)
    expect((await callerOf(other.token)).kind).toBe('user')
    expect((await app.run(logOut, await callerOf(session.token), {}))._unsafeUnwrap()).toBe(false)
  })

  it('ends by logging out also when an API key takes precedence over it', async () => {
    const { ports, app, session, callerOf } = await setUp()
    const { secret } = (await app.run(createApiKey, await callerOf(session.token), { label: 'k' }))._unsafeUnwrap()
    const both = await authenticate(ports, { apiKey: secret, bearer: session.token })
    expect(both).toMatchObject({ via: { kind: 'api-key' } })
    expect((await app.run(logOut, both, {}))._unsafeUnwrap()).toBe(true)
    expect(await callerOf(session.token)).toMatchObject(rejected)
    const after = await authenticate(ports, { apiKey: secret, bearer: session.token })
    expect((await app.run(logOut, after, {}))._unsafeUnwrap()).toBe(false)
  })

  it('does not end by logging out with an API key', async () => {
    const { ports, app, session, callerOf } = await setUp()
    const created = await app.run(createApiKey, await callerOf(session.token), { label: 'laptop' })
    const byKey = await authenticate(ports, { apiKey: created._unsafeUnwrap().secret })
    expect((await app.run(logOut, byKey, {}))._unsafeUnwrap()).toBe(false)
    expect((await callerOf(session.token)).kind).toBe('user')
  })
})

describe('changing the password', () => {
  it('ends every earlier session, also of the same instant, and opens one', async () => {
    const { app, session, callerOf, logInAs } = await setUp()
    const other = (await logInAs('ada@example.com'))._unsafeUnwrap()
    const passwords = { oldPassword: ada.password, newPassword: 'analytical engine' }
    const changed = (await app.run(changePassword, await callerOf(session.token), passwords))._unsafeUnwrap()
    for (const { token } of [session, other]) expect(await callerOf(token)).toMatchObject(rejected)
    expect((await callerOf(changed.token)).kind).toBe('user')
    expect((await logInAs('ada@example.com')).isErr()).toBe(true)
    expect((await logInAs('ada@example.com', 'analytical engine')).isOk()).toBe(true)
  })

  it('needs the old password and a valid new one', async () => {
    const { app, session, callerOf } = await setUp()
    const caller = await callerOf(session.token)
    const change = async (oldPassword: string, newPassword: string) =>
      (await app.run(changePassword, caller, { oldPassword, newPassword }))._unsafeUnwrapErr()
    expect(await change('wrong one', 'analytical engine')).toEqual({ type: 'wrong-password' })
    expect(await change(ada.password, 'password')).toMatchObject({ type: 'invalid-input', path: 'newPassword' })
    expect((await callerOf(session.token)).kind).toBe('user')
  })

  it('succeeds for one of several concurrent requests', async () => {
    const { app, session, callerOf } = await setUp()
    const caller = await callerOf(session.token)
    const changes = ['analytical engine', 'jacquard loom', 'bernoulli numbers'].map((newPassword) =>
      app.run(changePassword, caller, { oldPassword: ada.password, newPassword }),
    )
    expect((await Promise.all(changes)).filter((result) => result.isOk())).toHaveLength(1)
  })
})

describe('deleting the account', () => {
  it('revokes its tokens, keys and links at once and frees the address', async () => {
    const { ports, app, session, callerOf, logInAs } = await setUp()
    const caller = await callerOf(session.token)
    const { secret } = (await app.run(createApiKey, caller, { label: 'laptop' }))._unsafeUnwrap()
    const link = (await app.run(createLink, caller, { target: 'https://example.com/' }))._unsafeUnwrap()
    expect((await app.run(deleteAccount, caller, {}))._unsafeUnwrap()).toBe(true)
    expect(await callerOf(session.token)).toMatchObject(rejected)
    expect(await authenticate(ports, { apiKey: secret })).toMatchObject(rejected)
    expect(await ports.store.links.findBySlug('', link.slug)).toBeUndefined()
    expect((await logInAs('ada@example.com')).isErr()).toBe(true)
    expect((await app.run(getAccount, caller, {}))._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
    const next = (await app.run(signUp, anonymous, ada))._unsafeUnwrap()
    expect(next.user.id).not.toBe(session.user.id)
    expect(await callerOf(session.token)).toMatchObject(rejected)
  })
})

describe('ignored addresses', () => {
  it('are addresses and CIDR blocks, each kept once, at most 20', async () => {
    const { app, session, callerOf } = await setUp()
    const caller = await callerOf(session.token)
    const set = (ignoredAddresses: unknown) => app.run(setIgnoredAddresses, caller, { ignoredAddresses })
    const wanted = [' 192.0.2.1 ', '2001:DB8::/32', '192.0.2.1', '::ffff:198.51.100.7', '10.0.0.0/8']
    const user = {
      ...session.user,
      ignoredAddresses: ['192.0.2.1', '2001:db8::/32', '::ffff:198.51.100.7', '10.0.0.0/8'],
    }
    expect((await set(wanted))._unsafeUnwrap()).toEqual(user)
    for (const wrong of ['', 'localhost', '192.0.2', '192.0.2.1/33', '192.0.2.1/', '::/129', '1'.repeat(65), 7]) {
      expect((await set([wrong]))._unsafeUnwrapErr()).toMatchObject({
        type: 'invalid-input',
        path: 'ignoredAddresses.0',
      })
    }
    const many = Array.from({ length: 21 }, (_, n) => `192.0.2.${n}`)
    expect((await set(many))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'ignoredAddresses' })
    expect((await app.run(getAccount, caller, {}))._unsafeUnwrap()).toEqual(user)
    expect((await set(many.slice(1)))._unsafeUnwrap().ignoredAddresses).toHaveLength(20)
    expect((await set([]))._unsafeUnwrap()).toEqual(session.user)
  })
})
