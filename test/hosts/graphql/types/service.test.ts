import { expect, it } from 'vitest'
import { testPorts } from '../../../support/ports.ts'
import { openFixture } from '../fixture.ts'

const SERVICE =
  '{ service { version baseUrl mcpUrl mcpOauthUrl oauthIssuer signup hasAccounts accountNeeded billing cities addressesKept } }'

it('service needs no credential', async () => {
  const { data, errors } = await openFixture().ask(SERVICE)
  expect(errors).toEqual([])
  expect(data.service).toEqual({
    version: '1.2.3',
    baseUrl: 'https://sho.rt',
    mcpUrl: 'https://sho.rt/mcp',
    mcpOauthUrl: null,
    oauthIssuer: null,
    signup: 'OPEN',
    hasAccounts: false,
    accountNeeded: false,
    billing: false,
    cities: false,
    addressesKept: true,
  })
})

it('service has FIRST until the first account exists, then CLOSED', async () => {
  const { ask, newAccount } = openFixture({ ports: { policy: { ...testPorts().policy, signUp: 'first' } } })
  const signup = async () => (await ask('{ service { signup } }')).data.service.signup
  expect(await signup()).toBe('FIRST')
  await newAccount()
  expect(await signup()).toBe('CLOSED')
})

it('service has null for MCP while it is off', async () => {
  const { policy } = testPorts()
  const { ask } = openFixture({ ports: { policy: { ...policy, service: { ...policy.service, mcpUrl: null } } } })
  expect((await ask('{ service { mcpUrl } }')).data.service).toEqual({ mcpUrl: null })
})
