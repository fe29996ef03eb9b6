import { anonymous, createApp, getService } from '@shortlink/core'
import { rejected, SIGN_UP_POLICIES } from '@shortlink/core/host'
import type { Ports } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const read = async (ports: Ports, caller = anonymous) =>
  (await createApp(ports).run(getService, caller, {}))._unsafeUnwrap()

const withPolicy = (policy: Partial<Ports['policy']>, overrides: Partial<Ports> = {}) =>
  testPorts({ ...overrides, policy: { ...testPorts().policy, ...policy } })

describe('what is public of the service', () => {
  it('is read without an account, also beside a credential that was rejected', async () => {
    const expected = {
      version: '1.2.3',
      baseUrl: 'https://sho.rt',
      mcpUrl: 'https://sho.rt/mcp',
      mcpOauthUrl: null,
      oauthIssuer: null,
      signup: 'open',
      hasAccounts: false,
      signupNeedsToken: false,
      accountNeeded: false,
      billing: false,
      cities: false,
      addressesKept: true,
    }
    expect(await read(testPorts())).toEqual(expected)
    expect(await read(testPorts(), rejected)).toEqual(expected)
  })

  it('follows the settings', async () => {
    const { payments } = testPorts()
    const service = {
      version: '2.0.0',
      mcpUrl: null,
      mcpOauthUrl: null,
      oauthIssuer: null,
      cities: true,
      addressesKept: false,
    }
    const ports = withPolicy(
      { requireAuthForCreate: true, signUp: 'closed', baseUrl: 'https://go.example', service },
      { payments: { ...payments, configured: true } },
    )
    expect(await read(ports)).toEqual({
      ...service,
      baseUrl: 'https://go.example',
      signup: 'closed',
      hasAccounts: false,
      signupNeedsToken: false,
      accountNeeded: true,
      billing: true,
    })
  })

  it('says that the first account may sign up only while there is none', async () => {
    const ports = withPolicy({ signUp: 'first' })
    expect((await read(ports)).signup).toBe('first')
    await newUser(ports)
    expect((await read(ports)).signup).toBe('closed')
  })

  it.each(SIGN_UP_POLICIES.filter((policy) => policy !== 'first'))(
    'has the policy %s with and without accounts',
    async (signUp) => {
      const ports = withPolicy({ signUp })
      expect((await read(ports)).signup).toBe(signUp)
      await newUser(ports)
      expect((await read(ports)).signup).toBe(signUp)
    },
  )
})
