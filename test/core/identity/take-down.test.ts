import {
  anonymous,
  authenticate,
  createApp,
  logIn,
  rejected,
  replacePassword,
  setAccountDisabled,
  signUp,
} from '@shortlink/core'
import { expect, it } from 'vitest'
import { testPorts } from '../../support/ports.ts'

const ada = { name: 'Ada', email: 'ada@example.com', password: 'difference engine' }
const missing = { type: 'not-found', what: 'User' }

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const session = (await app.run(signUp, anonymous, ada))._unsafeUnwrap()
  const logInWith = (password: string) => app.run(logIn, anonymous, { email: ada.email, password })
  const caller = () => authenticate(ports, { bearer: session.token })
  return { ports, session, logInWith, caller }
}

it('the sessions of a disabled account are rejected until an operator enables it', async () => {
  const { ports, session, caller } = await setUp()
  expect((await setAccountDisabled(ports, 'ADA@example.com', true))._unsafeUnwrap().id).toBe(session.user.id)
  expect(await caller()).toMatchObject(rejected)
  expect((await setAccountDisabled(ports, ada.email, false)).isOk()).toBe(true)
  expect((await caller()).kind).toBe('user')
})

it('a password that an operator sets replaces the old one and ends sessions', async () => {
  const { ports, logInWith, caller } = await setUp()
  expect((await replacePassword(ports, ada.email, 'analytical engine')).isOk()).toBe(true)
  expect((await logInWith(ada.password)).isErr()).toBe(true)
  expect((await logInWith('analytical engine')).isOk()).toBe(true)
  expect(await caller()).toMatchObject(rejected)
})

it('a password that sign-up would refuse is refused, and the old one remains', async () => {
  const { ports, logInWith } = await setUp()
  expect((await replacePassword(ports, ada.email, 'short'))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input' })
  expect((await logInWith(ada.password)).isOk()).toBe(true)
})

it('an unknown account is not found', async () => {
  const { ports } = await setUp()
  expect((await setAccountDisabled(ports, 'bob@example.com', true))._unsafeUnwrapErr()).toEqual(missing)
  expect((await replacePassword(ports, 'bob@example.com', ada.password))._unsafeUnwrapErr()).toEqual(missing)
})
