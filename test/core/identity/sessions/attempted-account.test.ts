import { anonymous, createApp, signUp } from '@shortlink/core'
import { attemptedAccount } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { testPorts } from '../../../support/ports.ts'

it('every spelling of an address is counted under the id of its account', async () => {
  const ports = testPorts()
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'difference engine' }
  const { user } = (await createApp(ports).run(signUp, anonymous, ada))._unsafeUnwrap()
  expect(await attemptedAccount(ports, ' ADA@Example.com')).toBe(user.id)
})

it('spellings of an unknown address are counted together, under a name that is not an account id', async () => {
  const ports = testPorts()
  const name = await attemptedAccount(ports, 'bob@example.com')
  expect(name).toContain(' ')
  expect(await attemptedAccount(ports, 'BOB@example.com')).toBe(name)
  expect(await attemptedAccount(ports, 'carol@example.com')).not.toBe(name)
})

it('an invalid address is counted under no name', async () => {
  expect(await attemptedAccount(testPorts(), 'x'.repeat(10_000))).toBeUndefined()
})
