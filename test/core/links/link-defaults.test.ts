import {
  addDomain,
  CAMPAIGN_TEMPLATES_PER_ACCOUNT,
  campaignTemplates,
  createApp,
  createCampaignTemplate,
  createLink,
  createQrStyle,
  deleteCampaignTemplate,
  linkDefaults,
  replaceCampaignTemplate,
  setLinkDefaults,
} from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null }
const NONE = { domainId: null, tags: [], campaignTemplateId: null, qrStyleId: null }

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const [caller, stranger] = [await newUser(ports), await newUser(ports)]
  const create = (input: object = {}) =>
    app.run(createCampaignTemplate, caller, { name: 'Newsletter', utm: { source: 'mail' }, ...input })
  const listed = async () => (await app.run(campaignTemplates, caller, {}))._unsafeUnwrap()
  const set = (input: object) => app.run(setLinkDefaults, caller, input)
  const defaults = async () => (await app.run(linkDefaults, caller, {}))._unsafeUnwrap()
  return { app, caller, stranger, create, listed, set, defaults }
}

describe('campaign templates', () => {
  it('have all parameters; replacing one replaces everything but its id and time', async () => {
    const { app, caller, create, listed } = await setUp()
    const template = (await create({ name: ' Mail ', utm: { source: 'mail', term: null } }))._unsafeUnwrap()
    expect(template).toMatchObject({ name: 'Mail', utm: { ...NO_UTM, source: 'mail' } })
    const { id } = template
    const replaced = await app.run(replaceCampaignTemplate, caller, { id, name: 'Print', utm: { medium: 'print' } })
    expect(replaced._unsafeUnwrap()).toEqual({ ...template, name: 'Print', utm: { ...NO_UTM, medium: 'print' } })
    expect(await listed()).toEqual([replaced._unsafeUnwrap()])
    expect((await app.run(deleteCampaignTemplate, caller, { id }))._unsafeUnwrap()).toBe(true)
    expect(await listed()).toEqual([])
  })

  it.each([
    [{ utm: {} }, 'utm', 'utm must have at least one parameter'],
    [{ utm: { source: null } }, 'utm', 'utm must have at least one parameter'],
    [{ utm: { source: 'x'.repeat(201) } }, 'utm.source', 'utm.source must have at most 200 characters'],
    [{ utm: null }, 'utm', 'utm must be an object'],
    [{ name: '  ' }, 'name', 'name must not be empty'],
    [{ name: 'x'.repeat(61) }, 'name', 'name must have at most 60 characters'],
  ])('%j is refused', async (input, path, message) => {
    const { create } = await setUp()
    expect((await create(input))._unsafeUnwrapErr()).toEqual({ type: 'invalid-input', path, message })
  })

  it('belong to their account, which has at most 50', async () => {
    const { app, stranger, create } = await setUp()
    const { id } = (await create())._unsafeUnwrap()
    const missing = { type: 'not-found', what: 'Campaign template' }
    const change = { id, name: 'x', utm: { source: 'x' } }
    expect((await app.run(replaceCampaignTemplate, stranger, change))._unsafeUnwrapErr()).toEqual(missing)
    expect((await app.run(deleteCampaignTemplate, stranger, { id }))._unsafeUnwrapErr()).toEqual(missing)
    for (let n = 1; n < CAMPAIGN_TEMPLATES_PER_ACCOUNT; n++) (await create())._unsafeUnwrap()
    expect((await create())._unsafeUnwrapErr()).toMatchObject({
      message: 'An account can have at most 50 campaign templates; delete one first',
    })
  })
})

describe('defaults for new links', () => {
  it('are none at first; setting replaces all of them, and omitted ones are cleared', async () => {
    const { app, caller, create, set, defaults } = await setUp()
    expect(await defaults()).toEqual(NONE)
    const domain = (await app.run(addDomain, caller, { hostname: 'go.example.com' }))._unsafeUnwrap()
    const style = (await app.run(createQrStyle, caller, { name: 'Print' }))._unsafeUnwrap()
    const template = (await create())._unsafeUnwrap()
    const all = { domainId: domain.id, tags: ['a', 'B'], campaignTemplateId: template.id, qrStyleId: style.id }
    expect((await set({ ...all, tags: ['a', ' b ', 'B'] }))._unsafeUnwrap()).toEqual(all)
    expect(await defaults()).toEqual(all)
    expect((await set({ tags: ['c'], domainId: null }))._unsafeUnwrap()).toEqual({ ...NONE, tags: ['c'] })
    expect(await defaults()).toEqual({ ...NONE, tags: ['c'] })
  })

  it('records of another account are not found, and the stored defaults stay', async () => {
    const { app, caller, stranger, create, set, defaults } = await setUp()
    const template = (await create())._unsafeUnwrap()
    const domain = (await app.run(addDomain, stranger, { hostname: 'go.example.com' }))._unsafeUnwrap()
    const style = (await app.run(createQrStyle, stranger, { name: 'Print' }))._unsafeUnwrap()
    ;(await set({ tags: ['a'], campaignTemplateId: template.id }))._unsafeUnwrap()
    const before = await defaults()
    for (const [given, what] of [
      [{ domainId: domain.id }, 'Domain'],
      [{ qrStyleId: style.id }, 'QR style'],
      [{ campaignTemplateId: 'none' }, 'Campaign template'],
    ] as const)
      expect((await set(given))._unsafeUnwrapErr()).toEqual({ type: 'not-found', what })
    expect(await defaults()).toEqual(before)
    expect((await app.run(linkDefaults, stranger, {}))._unsafeUnwrap()).toEqual(NONE)
    expect((await set({ tags: 'a' }))._unsafeUnwrapErr()).toMatchObject({ path: 'tags' })
    expect((await app.run(setLinkDefaults, caller, { tags: [''] })).isErr()).toBe(true)
  })

  it('do not apply to links that the API creates', async () => {
    const { app, caller, create, set } = await setUp()
    const template = (await create())._unsafeUnwrap()
    ;(await set({ tags: ['a'], campaignTemplateId: template.id }))._unsafeUnwrap()
    const link = (await app.run(createLink, caller, { target: 'https://example.com/' }))._unsafeUnwrap()
    expect(link).toMatchObject({ tags: [], utm: null, hostname: '' })
  })
})
