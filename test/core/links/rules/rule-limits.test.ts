import { anonymous, createApp, createLink, createLinks, importLinks, updateLinks } from '@shortlink/core'
import { finish, toServedLink } from '@shortlink/core/adapter'
import { aLink } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../../support/ports.ts'
import { takeRules } from '../../../support/take-rules.ts'

const target = 'https://example.com/'
const rule = (value: string, type = 'city') => ({ type, value, target })
const alternatives = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',')
/** Rules of exactly `bytes` bytes as JSON. */
function rulesOf(bytes: number, rules: number) {
  const all = Array.from({ length: rules }, () => rule('x'))
  const padding = bytes - Buffer.byteLength(JSON.stringify(all))
  return all.map((one, index) => rule('x'.repeat(1 + Math.floor((padding + index) / rules)), one.type))
}
const bytesOf = (rules: unknown) => Buffer.byteLength(JSON.stringify(rules))
const BYTES = 64 * 1024
const TOO_LARGE = 'the rules of a link take at most 64 KiB as JSON'

describe('the rules of a link', () => {
  it('take at most 64 KiB as JSON', () => {
    expect(bytesOf(rulesOf(BYTES, 40))).toBe(BYTES)
    expect(takeRules(rulesOf(BYTES, 40)).isOk()).toBe(true)
    expect(takeRules(rulesOf(BYTES + 1, 40))._unsafeUnwrapErr()).toMatchObject({ path: 'rules', message: TOO_LARGE })
  })

  it('are counted in bytes of UTF-8, not in characters', () => {
    const wide = Array.from({ length: 12 }, () => rule('中'.repeat(2000)))
    expect(takeRules(wide)._unsafeUnwrapErr().message).toBe(TOO_LARGE)
  })

  it('have at most 100 alternatives each, those inside all counted together', () => {
    const all = (...counts: number[]) =>
      rule(`!${JSON.stringify(counts.map((count) => ({ type: 'city', value: alternatives(count) })))}`, 'all')
    expect(takeRules([rule(alternatives(100)), all(50, 50)]).isOk()).toBe(true)
    const message = 'rules[1]: value takes at most 100 alternatives'
    expect(takeRules([rule('x'), rule(alternatives(101))])._unsafeUnwrapErr().message).toBe(message)
    expect(takeRules([rule('x'), all(50, 51)])._unsafeUnwrapErr().message).toBe(message)
  })

  it('still redirect when they were stored larger', () => {
    const stored = aLink({ rules: Array.from({ length: 50 }, () => rule(alternatives(500))) })
    expect(finish(toServedLink(stored)).rules).toHaveLength(50)
  })
})

describe('an oversize list of rules', () => {
  it.each([
    ['of 64 KiB and a byte', rulesOf(BYTES + 1, 40), TOO_LARGE],
    ['of 101 alternatives', [rule(alternatives(101))], 'rules[0]: value takes at most 100 alternatives'],
    ['of 51 rules', Array.from({ length: 51 }, () => rule('x')), 'a link takes at most 50 rules'],
    ['with a malformed condition', [rule('x'), rule('', 'os')], expect.stringMatching(/^rules\[1\]: os value must/)],
  ])('%s is refused by creation, bulk creation, bulk update and import', async (_what, rules, message) => {
    const ports = testPorts()
    const [app, caller] = [createApp(ports), await newUser(ports)]
    const made = await app.run(createLink, caller, { target, rules })
    expect(made._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', message })
    const { id } = (await app.run(createLink, caller, { target }))._unsafeUnwrap()
    const inputs = [{ target, rules }, { target }]
    const bulk = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    expect(bulk.map(({ error }) => error)).toEqual([message, null])
    const updated = (await app.run(updateLinks, caller, { inputs: [{ id, rules }] }))._unsafeUnwrap()
    expect(updated.map(({ error }) => error)).toEqual([message])
    const links = [{ target, rules, slug: 'imported' }]
    const imported = (await app.run(importLinks, caller, { links }))._unsafeUnwrap()
    expect(imported.map(({ error }) => error)).toEqual([message])
  })
})

describe('without an account', () => {
  const message = 'without an account a link takes at most 5 rules and 4 KiB of them as JSON'
  it('a link takes at most 5 rules and 4 KiB', async () => {
    const app = createApp(testPorts())
    const outcome = async (rules: unknown) =>
      (await app.run(createLink, anonymous, { target, rules })).match(
        () => 'made',
        (error) => error,
      )
    expect(await outcome(rulesOf(4096, 5))).toBe('made')
    expect(await outcome(rulesOf(4097, 5))).toEqual({ type: 'invalid-input', path: 'rules', message })
    expect(await outcome(Array.from({ length: 6 }, () => rule('x')))).toMatchObject({ message })
  })
})
