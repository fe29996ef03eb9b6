import { addBioLink, createApp, createBioPage, createLink, createWebhook } from '@shortlink/core'
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
    ['https://example.com/a b ', 'target must not contain blanks or line breaks: write a blank as %20'],
    [`${url}${'a'.repeat(2048 - url.length + 1)} `, 'target must have at most 2048 characters'],
  ])('is refused where more is wrong: %j', async (target, message) => {
    const [app, caller] = await newApp()
    expect((await app.run(createLink, caller, { target }))._unsafeUnwrapErr()).toMatchObject({ message })
  })

  it('has at most 2048 characters without the blanks around it', async () => {
    const [app, caller] = await newApp()
    const longest = `${url}${'a'.repeat(2048 - url.length)}`
    expect((await app.run(createLink, caller, { target: ` ${longest}\n` }))._unsafeUnwrap().target).toBe(longest)
  })
})
