import { addBioLink, createApp, createBioPage, createLink, createWebhook } from '@shortlink/core'
import { toLocation } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const url = 'https://example.com/a'
const AROUND = [' ', '\t', '\r\n', '\u00a0', '\ufeff', '\u200b', '\u2060', '\u0001', '\u202a \u202c']

async function newApp() {
  const ports = testPorts()
  return [createApp(ports), await newUser(ports)] as const
}

describe('a URL that a caller gives', () => {
  it.each(AROUND)('is kept without %j around it, wherever it is given', async (blank) => {
    const [app, caller] = await newApp()
    const pasted = `${blank}${url}${blank}`
    const asked = {
      ...{ target: pasted, fallbackTarget: pasted, preview: { image: pasted } },
      rules: [{ type: 'os', value: 'ios', target: pasted }],
    }
    expect((await app.run(createLink, caller, asked))._unsafeUnwrap()).toMatchObject({
      ...{ target: url, fallbackTarget: url, preview: { image: url } },
      rules: [{ target: url }],
    })
    const webhook = await app.run(createWebhook, caller, { url: pasted, events: ['link.created'] })
    expect(webhook._unsafeUnwrap()).toMatchObject({ webhook: { url } })
    const page = (await app.run(createBioPage, caller, { slug: 'ada' }))._unsafeUnwrap()
    const bioLink = await app.run(addBioLink, caller, { bioPageId: page.id, label: 'A', url: pasted })
    expect(bioLink._unsafeUnwrap()).toMatchObject({ url })
  })

  it.each([
    ['   ', 'target must not be empty'],
    [`${url}\0`, 'target must be well-formed text without NUL characters'],
    ['https://example.com/a b ', 'target must not contain spaces or line breaks; write a space as %20'],
    [`${url}${'a'.repeat(2048 - url.length + 1)} `, 'target must have at most 2048 characters'],
  ])('is refused where more is wrong: %j', async (target, message) => {
    const [app, caller] = await newApp()
    expect((await app.run(createLink, caller, { target }))._unsafeUnwrapErr()).toMatchObject({ message })
  })

  it('is refused with a backslash before its query or fragment, wherever it is given', async () => {
    const [app, caller] = await newApp()
    const page = (await app.run(createBioPage, caller, { slug: 'ada' }))._unsafeUnwrap()
    const fault = (name: string) => `${name} must not contain a backslash before the query; write / or %5C`
    for (const bad of ['https://good.com\\.evil.com/', 'https://good.com/a\\b?c', 'https://good.com/\\#c']) {
      const links = {
        target: { target: bad },
        fallbackTarget: { target: url, fallbackTarget: bad },
        'preview.image': { target: url, preview: { image: bad } },
        'rule target': { target: url, rules: [{ type: 'os', value: 'ios', target: bad }] },
      }
      for (const [name, asked] of Object.entries(links))
        expect((await app.run(createLink, caller, asked))._unsafeUnwrapErr()).toMatchObject({
          message: expect.stringContaining(fault(name)),
        })
      const webhook = await app.run(createWebhook, caller, { url: bad, events: ['link.created'] })
      expect(webhook._unsafeUnwrapErr()).toMatchObject({ message: fault('url') })
      const bioLink = await app.run(addBioLink, caller, { bioPageId: page.id, label: 'A', url: bad })
      expect(bioLink._unsafeUnwrapErr()).toMatchObject({ message: fault('url') })
    }
    for (const target of ['https://good.com/?a=b\\c', 'https://good.com/#a\\b', 'https://good.com/a%5Cb'])
      expect((await app.run(createLink, caller, { target }))._unsafeUnwrap().target).toBe(target)
  })

  it('with a backslash that an earlier version stored is served as it is', () => {
    for (const stored of ['https://good.com\\.evil.com/', 'https://good.com/a\\b'])
      expect(toLocation(stored)).toBe(stored)
  })

  it('has at most 2048 characters without the blanks around it', async () => {
    const [app, caller] = await newApp()
    const longest = `${url}${'a'.repeat(2048 - url.length)}`
    expect((await app.run(createLink, caller, { target: ` ${longest}\n` }))._unsafeUnwrap().target).toBe(longest)
  })
})
