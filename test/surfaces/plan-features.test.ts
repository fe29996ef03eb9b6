import { createLinks, deleteLinks, ENTITLEMENTS, type Entitlements, updateLinks } from '@shortlink/core'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../hosts/mcp/client.ts'
import { openFixture } from '../hosts/mcp/fixture.ts'

/** No plan of today leaves these out, so one is made that does. */
const free = ENTITLEMENTS.FREE as { -readonly [Name in keyof Entitlements]: Entitlements[Name] }
afterEach(() => void Object.assign(free, { canBulk: true, mcpAccess: true }))

describe('a plan without', () => {
  it('bulk operations refuses them on every surface, and leaves single ones alone', async () => {
    const { app, url, newUser } = await openFixture()
    const user = await newUser()
    const { call } = await connect(url, user.key)
    const { id } = await call('create_shortlink', { target: 'https://example.com' })
    free.canBulk = false
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
  })

  it('MCP refuses every tool and resource', async () => {
    const { url, newUser } = await openFixture()
    const { call, read } = await connect(url, (await newUser()).key)
    free.mcpAccess = false
    const refusal = { error: 'Your plan does not include MCP' }
    expect(await call('whoami')).toEqual(refusal)
    expect(await read('shortlink://list')).toEqual(refusal)
  })
})
