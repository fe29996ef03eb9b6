import {
  anonymous,
  createApp,
  createResetLink,
  endOtherSessions,
  logIn,
  onBehalfOf,
  operator,
  signUp,
  useResetLink,
} from '@shortlink/core'
import { authenticate } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { testPorts } from '../../../support/ports.ts'

const HOUR_MS = 3_600_000
const ADA = { name: 'Ada', email: 'ada@example.com', password: 'difference engine' }
const INVALID = { type: 'not-found', what: 'Reset link' }

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const { token, user } = (await app.run(signUp, anonymous, ADA))._unsafeUnwrap()
  const newLink = async () => (await app.run(createResetLink, operator, { id: user.id }))._unsafeUnwrap()
  const use = (url: string, newPassword = 'analytical engine') =>
    app.run(useResetLink, anonymous, { token: url.split('#')[1] ?? '', newPassword })
  const canLogIn = async (password: string) => (await app.run(logIn, anonymous, { email: ADA.email, password })).isOk()
  const isSignedIn = async () => (await authenticate(ports, { bearer: token })).kind === 'user'
  return { ports, app, user, newLink, use, canLogIn, isSignedIn }
}

it('a reset link sets the password once, and ends all sessions', async () => {
  const { ports, user, newLink, use, canLogIn, isSignedIn } = await setUp()
  const { url, expiresAt } = await newLink()
  expect(url).toMatch(/^https:\/\/app\.sho\.rt\/dash\/reset#[\w-]+$/)
  expect(expiresAt).toBe(ports.clock.now() + 24 * HOUR_MS)
  expect([await isSignedIn(), await canLogIn(ADA.password)]).toEqual([true, true])
  expect((await use(url))._unsafeUnwrap()).toBe(user.id)
  expect(await isSignedIn()).toBe(false)
  expect([await canLogIn(ADA.password), await canLogIn('analytical engine')]).toEqual([false, true])
  expect(await ports.store.sessions.list(user.id, ports.clock.now())).toHaveLength(1)
  expect((await use(url, 'third good engine'))._unsafeUnwrapErr()).toEqual(INVALID)
  expect(await canLogIn('analytical engine')).toBe(true)
})

it('of ten concurrent submissions one sets the password', async () => {
  const { newLink, use, canLogIn } = await setUp()
  const { url } = await newLink()
  const passwords = Array.from({ length: 10 }, (_, index) => `analytical engine ${index}`)
  const results = await Promise.all(passwords.map((password) => use(url, password)))
  const [winner, ...others] = passwords.filter((_, index) => results[index]?.isOk())
  expect(others).toEqual([])
  for (const result of results) if (result.isErr()) expect(result.error).toEqual(INVALID)
  expect(await canLogIn(winner ?? '')).toBe(true)
})

it('a password that sign-up would refuse leaves the link valid', async () => {
  const { newLink, use } = await setUp()
  const { url } = await newLink()
  for (const weak of ['short', 'password123', ADA.email]) {
    expect((await use(url, weak))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'newPassword' })
  }
  expect((await use(url)).isOk()).toBe(true)
})

it.each([
  ['unknown', async () => {}],
  ['replaced by a newer one', async ({ newLink }) => void (await newLink())],
  ['expired', async ({ ports }) => ports.clock.advance(24 * HOUR_MS)],
  ['older than the password', async ({ ports, user }) => ports.store.users.setPassword(user.id, 'other')],
  ['older than the end of all sessions', async ({ app, user }) => app.run(endOtherSessions, onBehalfOf(user.id), {})],
  ['of a deleted account', async ({ ports, user }) => ports.store.users.delete(user.id)],
] satisfies [string, (given: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>][])(
  'a link that is %s is refused with the same error',
  async (what, change) => {
    const given = await setUp()
    const { url } = await given.newLink()
    await change(given)
    const used = await given.use(what === 'unknown' ? `${url}0` : url)
    expect(used._unsafeUnwrapErr()).toEqual(INVALID)
  },
)

it('a disabled account stays disabled with its new password', async () => {
  const { ports, user, newLink, use, canLogIn } = await setUp()
  const { url } = await newLink()
  await ports.store.users.setDisabled(user.id, ports.clock.now())
  expect((await use(url)).isOk()).toBe(true)
  expect(await canLogIn('analytical engine')).toBe(false)
  await ports.store.users.setDisabled(user.id, null)
  expect(await canLogIn('analytical engine')).toBe(true)
})
