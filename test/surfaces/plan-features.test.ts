import { createLinks, deleteLink, deleteLinks, updateLink, updateLinks } from '@shortlink/core'
import { describe, expect, it, vi } from 'vitest'
import type * as Plans from '../../core/billing/plan.ts'
import { connect } from '../hosts/mcp/client.ts'
import { openFixture } from '../hosts/mcp/fixture.ts'
import { grantPlan } from '../support/grant-plan.ts'

// Every plan on sale includes both features, so the tests get plans without one each.
vi.mock('../../core/billing/plan.ts', async (original) => {
  const { ENTITLEMENTS, ...others } = await original<typeof Plans>()
  const { FREE, STARTER, PRO } = ENTITLEMENTS
  return {
    ...others,
    ENTITLEMENTS: { FREE: { ...FREE, canBulk: false }, STARTER: { ...STARTER, mcpAccess: false }, PRO },
  }
})

describe('plan features', () => {
  it('a plan without bulk operations refuses them on every surface and allows single ones', async () => {
    const { app, url, newUser } = await openFixture()
    const user = await newUser()
    const { call } = await connect(url, user.key)
    const { id } = await call('create_shortlink', { target: 'https://example.com' })
    const message = 'Your plan does not include bulk operations'
    for (const result of [
      await app.run(createLinks, user.caller, { inputs: [{ target: 'https://example.com' }] }),
      await app.run(updateLinks, user.caller, { inputs: [{ id, title: 'new' }] }),
      await app.run(deleteLinks, user.caller, { ids: [id] }),
    ]) {
      expect(result._unsafeUnwrapErr()).toEqual({ type: 'plan-limit', message })
    }
    expect(await call('delete_shortlinks', { ids: [id] })).toEqual({ error: message })
    expect(await call('get_shortlink', { id })).toMatchObject({ id, title: null })
    expect((await app.run(updateLink, user.caller, { id, title: 'new' })).isOk()).toBe(true)
    expect((await app.run(deleteLink, user.caller, { id })).isOk()).toBe(true)
  })

  it('a plan without MCP refuses every tool and resource', async () => {
    const { url, ports, newUser } = await openFixture()
    const user = await newUser()
    const { call, read } = await connect(url, user.key)
    const { email } = (await ports.store.users.find(user.userId)) ?? { email: '' }
    ;(await grantPlan(ports, email, 'STARTER'))._unsafeUnwrap()
    const refusal = { error: 'Your plan does not include MCP' }
    expect(await call('whoami')).toEqual(refusal)
    expect(await read('shortlink://list')).toEqual(refusal)
  })
})
