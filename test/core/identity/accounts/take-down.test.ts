import {
  anonymous,
  createApiKey,
  createApp,
  createResetLink,
  logIn,
  onBehalfOf,
  operator,
  setAccountDisabled,
  setAccountRole,
  signUp,
  type User,
} from '@shortlink/core'
import { authenticate, grantPlan, rejected, replacePassword } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { testPorts } from '../../../support/ports.ts'

const ada = { name: 'Ada', email: 'ada@example.com', password: 'difference engine' }
const missing = { type: 'not-found', what: 'User' }

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const session = (await app.run(signUp, anonymous, ada))._unsafeUnwrap()
  const logInWith = (password: string) => app.run(logIn, anonymous, { email: ada.email, password })
  const replace = (password: string) => app.run(replacePassword, operator, { id: session.user.id, password })
  const caller = () => authenticate(ports, { bearer: session.token })
  return { ports, app, session, logInWith, replace, caller }
}

it('the sessions of a disabled account are rejected until an operator enables it', async () => {
  const { app, session, caller } = await setUp()
  const { id } = session.user
  const disable = (disabled: boolean) => app.run(setAccountDisabled, operator, { id, disabled })
  expect((await disable(true))._unsafeUnwrap().id).toBe(id)
  expect(await caller()).toMatchObject(rejected)
  expect((await disable(false)).isOk()).toBe(true)
  expect((await caller()).kind).toBe('user')
})

it('an administrator changes other accounts, and never disables, demotes or resets the own one', async () => {
  const { app, session } = await setUp()
  const { id } = session.user
  const bob = (await app.run(signUp, anonymous, { ...ada, email: 'bob@example.com' }))._unsafeUnwrap().user
  const promoted = await app.run(setAccountRole, operator, { id, role: 'ADMIN' })
  expect(promoted._unsafeUnwrap()).toEqual({ ...session.user, role: 'ADMIN' })
  const user = onBehalfOf(id)
  const administrator = { ...user, via: { ...user.via, role: 'ADMIN' } } as User
  const own = { type: 'invalid-input', path: 'id' }
  expect((await app.run(setAccountDisabled, administrator, { id, disabled: true }))._unsafeUnwrapErr()).toMatchObject(
    own,
  )
  expect((await app.run(setAccountRole, administrator, { id, role: 'USER' }))._unsafeUnwrapErr()).toMatchObject(own)
  expect((await app.run(createResetLink, administrator, { id }))._unsafeUnwrapErr()).toMatchObject(own)
  expect((await app.run(setAccountDisabled, administrator, { id: bob.id, disabled: true })).isOk()).toBe(true)
  expect((await app.run(setAccountRole, administrator, { id: bob.id, role: 'ADMIN' })).isOk()).toBe(true)
  expect((await app.run(createResetLink, administrator, { id: bob.id })).isOk()).toBe(true)
})

it('a session has the current role of its account, and an API key has none', async () => {
  const { ports, app, session, caller } = await setUp()
  const { secret } = (await app.run(createApiKey, await caller(), { label: 'laptop' }))._unsafeUnwrap()
  await ports.store.users.setRole(session.user.id, 'ADMIN')
  expect(await caller()).toMatchObject({ via: { role: 'ADMIN' } })
  const byKey = await authenticate(ports, { apiKey: secret, bearer: session.token })
  expect(byKey).toMatchObject({ via: { kind: 'api-key' } })
  expect(byKey).not.toHaveProperty('via.role')
  await ports.store.users.setRole(session.user.id, 'USER')
  expect(await caller()).toMatchObject({ via: { role: 'USER' } })
})

it('a password that an operator sets replaces the old one and ends sessions', async () => {
  const { session, replace, logInWith, caller } = await setUp()
  expect((await replace('analytical engine'))._unsafeUnwrap()).toEqual(session.user)
  expect((await logInWith(ada.password)).isErr()).toBe(true)
  expect((await logInWith('analytical engine')).isOk()).toBe(true)
  expect(await caller()).toMatchObject(rejected)
})

it('a password that sign-up would refuse is refused, and the old one remains', async () => {
  const { replace, logInWith } = await setUp()
  for (const password of ['short', ada.email])
    expect((await replace(password))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input' })
  expect((await logInWith(ada.password)).isOk()).toBe(true)
})

it('an unknown account is not found', async () => {
  const { app } = await setUp()
  const id = '00000000-0000-7000-8000-000000000000'
  for (const refused of [
    await app.run(setAccountDisabled, operator, { id, disabled: true }),
    await app.run(setAccountRole, operator, { id, role: 'ADMIN' }),
    await app.run(replacePassword, operator, { id, password: ada.password }),
    await app.run(grantPlan, operator, { id, plan: 'PRO' }),
  ])
    expect(refused._unsafeUnwrapErr()).toEqual(missing)
})
