import { hmacSecrets } from '@shortlink/adapters/security'
import { createApiKey, createApp } from '@shortlink/core'
import { acceptPepper, adoptPepper, mayMakeKeys, PEPPER } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const withPepper = (name: string) => hmacSecrets(`the ${name} pepper, with 32 bytes or more`)

/** One store as a process with its own pepper and one with another see it. */
function twoPeppers() {
  const own = testPorts({ secrets: withPepper('own') })
  const other = { ...own, secrets: withPepper('other') }
  const makeKey = async () => {
    const made = await createApp(own).run(createApiKey, await newUser(own), { label: 'laptop' })
    expect(made.isOk()).toBe(true)
  }
  return { own, other, makeKey, kept: () => own.store.instance.find(PEPPER) }
}

it('an instance keeps the pepper of its first server and knows it from any other', async () => {
  const { own, other, kept } = twoPeppers()
  expect(await adoptPepper(own)).toBe(true)
  expect(await kept()).not.toContain('own')
  expect(await adoptPepper(other)).toBe(false)
  expect(await adoptPepper(own)).toBe(true)
  expect(await mayMakeKeys(own)).toBe(true)
  expect(await mayMakeKeys(other)).toBe(false)
})

it('of servers with different peppers that start together, those with one of them agree', async () => {
  const { own, other } = twoPeppers()
  const results = await Promise.all([own, other, own, other].map(adoptPepper))
  expect(results).toEqual(results[0] ? [true, false, true, false] : [false, true, false, true])
})

it('a command sets the pepper of an instance without keys, and waits for a server where there are keys', async () => {
  const empty = twoPeppers()
  expect(await mayMakeKeys(empty.own)).toBe(true)
  expect(await adoptPepper(empty.other)).toBe(false)

  const used = twoPeppers()
  await used.makeKey()
  expect(await mayMakeKeys(used.other)).toBe(true)
  expect(await used.kept()).toBeUndefined()
  expect(await adoptPepper(used.own)).toBe(true)
  expect(await mayMakeKeys(used.other)).toBe(false)
})

it('an accepted pepper takes the place of the earlier one', async () => {
  const { own, other } = twoPeppers()
  await adoptPepper(own)
  await acceptPepper(other)
  expect(await adoptPepper(other)).toBe(true)
  expect(await adoptPepper(own)).toBe(false)
})
