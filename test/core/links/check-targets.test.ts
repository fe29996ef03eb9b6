import { anonymous, createApp, createLink, createLinks, importLinks, type User, updateLinks } from '@shortlink/core'
import type { Policy } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const policy: Policy = {
  requireAuthForCreate: false,
  signUp: 'open',
  baseUrl: 'https://sho.rt',
  ownHosts: ['sho.rt', 'app.example.com', 'go.example.com'],
  appUrl: 'https://app.example.com',
  slugs: { length: 7, isLoose: false, tombstoneDays: 0 },
  anonymousLinkDays: 0,
  auditRetentionDays: 365,
  visits: { countsVisitors: true, honorsGpc: false, refParameter: 'ref', retentionDays: 0, ipRetentionDays: 0 },
  defaultPlan: 'FREE',
  service: {
    version: '1.2.3',
    mcpUrl: 'https://sho.rt/mcp',
    mcpOauthUrl: null,
    oauthIssuer: null,
    cities: false,
    addressesKept: true,
  },
}

async function setUp() {
  const ports = testPorts({ policy })
  const caller: User = await newUser(ports)
  return { app: createApp(ports), caller }
}

const OWN = [
  'https://sho.rt/loop1',
  'http://SHO.rt/loop1/',
  'https://sho.rt./loop1?a=b#c',
  'https://sho.rt/%6coop1',
  'https://go.example.com/loop1',
  'https://sho.rt/loop1/x',
  'https://sho.rt/loop1//x/?a=b',
  'https://go.example.com/loop1/%0Aqr',
]
const WORDS = 'target must not be a short link of this service'

describe('a target that is a short link of the service', () => {
  it.each(OWN)('is refused when a link is created: %s', async (target) => {
    const { app } = await setUp()
    expect((await app.run(createLink, anonymous, { target }))._unsafeUnwrapErr()).toMatchObject({
      type: 'invalid-input',
      path: 'target',
      message: WORDS,
    })
  })

  it('is refused in rules, in bulk, in changes and in imports', async () => {
    const { app, caller } = await setUp()
    const [target = ''] = OWN
    const rules = [{ type: 'device', value: 'bot', target }]
    const ruled = await app.run(createLink, anonymous, { target: 'https://example.com/', rules })
    expect(ruled._unsafeUnwrapErr()).toMatchObject({ message: `rules[0]: rule ${WORDS}`, path: 'rules.0' })
    const made = (
      await app.run(createLinks, caller, { inputs: [{ target }, { target: 'https://example.com/' }] })
    )._unsafeUnwrap()
    expect(made.map(({ error }) => error)).toEqual([WORDS, null])
    const id = made[1]?.value?.id
    for (const changes of [{ target }, { rules }]) {
      const [changed] = (await app.run(updateLinks, caller, { inputs: [{ id, ...changes }] }))._unsafeUnwrap()
      expect(changed?.error).toContain(WORDS)
    }
    const [imported] = (await app.run(importLinks, caller, { links: [{ slug: 'own', target }] }))._unsafeUnwrap()
    expect(imported?.error).toBe(WORDS)
  })

  it.each([
    'https://sho.rt/',
    'https://sho.rt/bio/ada',
    'https://sho.rt/healthz',
    'https://sho.rt/loop1/qr',
    'https://sho.rt/loop1/qr.png',
    'https://sho.rt:8443/loop1',
    'https://app.example.com/pricing',
    'https://sho.rt.example.com/loop1',
  ])('is not any URL on its host: %s is accepted', async (target) => {
    const { app } = await setUp()
    expect((await app.run(createLink, anonymous, { target })).isOk()).toBe(true)
  })
})

it('a target with a user name or password is refused, in rules too', async () => {
  const { app } = await setUp()
  const target = 'https://paypal.com@evil.example/'
  const message = 'target must not contain credentials'
  expect((await app.run(createLink, anonymous, { target }))._unsafeUnwrapErr()).toMatchObject({ message })
  const rules = [{ type: 'device', value: 'bot', target }]
  const ruled = await app.run(createLink, anonymous, { target: 'https://example.com/', rules })
  expect(ruled._unsafeUnwrapErr()).toMatchObject({ message: expect.stringContaining(message) })
  expect((await app.run(createLink, anonymous, { target: 'https://example.com/@ada?to=a@b' })).isOk()).toBe(true)
})
