import { describe, expect, it } from 'vitest'
import { testPorts } from '../../../support/ports.ts'
import { openFixture } from '../fixture.ts'

const ADD = `mutation ($input: CreateShortlinkInput!) {
  addShortlink(input: $input) { id shortlink shortUrl target title rules { type } hostname }
}`
const UPDATE = 'mutation ($input: UpdateShortlinkInput!) { updateShortlink(input: $input) { id target title } }'
const DELETE = 'mutation ($id: ID!) { deleteShortlink(id: $id) }'
const target = 'https://example.com/'

describe('addShortlink', () => {
  it('returns the record of the new link', async () => {
    const { ask } = await openFixture().newAccount()
    const rules = [{ type: 'country', value: 'IT', target: 'https://example.it/' }]
    const { data, errors } = await ask(ADD, { input: { target, shortlink: 'mine', title: 'A title', rules } })
    expect(errors).toEqual([])
    expect(data.addShortlink).toEqual({
      id: expect.any(String),
      shortlink: 'mine',
      shortUrl: 'https://sho.rt/mine',
      target,
      title: 'A title',
      rules: [{ type: 'country' }],
      hostname: null,
    })
    const read = await ask('query ($id: ID!) { getShortlinkInfo(id: $id) { shortlink } }', { id: data.addShortlink.id })
    expect(read.data.getShortlinkInfo).toEqual({ shortlink: 'mine' })
  })

  it('treats an explicit null as a field that is left out', async () => {
    const { ask } = await openFixture().newAccount()
    const input = { target, shortlink: null, title: null, enableTracking: null, domainId: null, rules: null }
    expect((await ask(ADD, { input })).data.addShortlink.shortlink).toHaveLength(7)
  })

  it('needs no credential, unless REQUIRE_AUTH_FOR_CREATE', async () => {
    const { ask } = openFixture()
    const { data } = await ask(ADD, { input: { target, title: 'Not kept' } })
    expect(data.addShortlink).toMatchObject({ target, title: null, rules: [] })
    const closed = openFixture({ ports: { policy: { ...testPorts().policy, requireAuthForCreate: true } } })
    const refused = await closed.ask(ADD, { input: { target } })
    expect(refused.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it.each([
    ['no target', {}, 'BAD_USER_INPUT', 'target is required'],
    ['a taken slug', { target, shortlink: 'taken' }, 'CONFLICT', 'Slug already exists'],
    ['a reserved slug', { target, shortlink: 'mcp' }, 'BAD_USER_INPUT', 'Slug is reserved'],
    ['an unknown domain', { target, domainId: 'none' }, 'NOT_FOUND', 'Domain not found'],
  ])('refuses %s with a code', async (_what, input, code, message) => {
    const { ask } = await openFixture().newAccount()
    await ask(ADD, { input: { target, shortlink: 'taken' } })
    const { data, errors } = await ask(ADD, { input })
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ path: ['addShortlink'], message, extensions: { code } }])
  })

  it.each([
    ['target', { target: 'no address' }],
    ['shortlink', { target, shortlink: 'a b' }],
    ['shortlink', { target, shortlink: 'mcp' }],
    [
      'rules.1',
      {
        target,
        rules: [
          { type: 'os', value: 'ios', target },
          { type: 'os', value: 'none', target },
        ],
      },
    ],
    ['rules.0.target', { target, rules: [{ type: 'os', value: 'ios', target: 'none' }] }],
    ['utm.source', { target, utm: { source: 'x'.repeat(10_000) } }],
  ])('has the path of what is wrong in bad input: %s', async (path, input) => {
    const { ask } = await openFixture().newAccount()
    const { errors } = await ask(ADD, { input })
    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT', path }])
  })

  it('counts as a creation, and updates and deletions of one link as no bulk call', async () => {
    const counted: [limit: string, count: number][] = []
    const limits = { consume: (limit: string, count: number) => void counted.push([limit, count]) }
    const { ask } = await openFixture({ limits }).newAccount()
    counted.length = 0
    const { data } = await ask(ADD, { input: { target } })
    const { id } = data.addShortlink
    await ask(UPDATE, { input: { id, title: 'New' } })
    await ask(DELETE, { id })
    expect(counted.filter(([limit]) => limit !== 'graphql')).toEqual([['create', 1]])
  })
})

describe('updateShortlink', () => {
  it('returns the changed link', async () => {
    const { ask, newLink } = await openFixture().newAccount()
    const { id } = await newLink({ title: 'Before' })
    const changed = await ask(UPDATE, { input: { id, title: null, target: 'https://example.org/' } })
    expect(changed).toMatchObject({ errors: [], data: { updateShortlink: { id, title: null } } })
    expect(changed.data.updateShortlink.target).toBe('https://example.org/')
  })

  it('refuses unknown links, those of others, bad input and callers without a credential with codes', async () => {
    const fixture = openFixture()
    const [me, other] = [await fixture.newAccount(), await fixture.newAccount()]
    const { id } = await me.newLink()
    const codes = async (ask: typeof me.ask, input: object) => (await ask(UPDATE, { input })).errors[0]?.extensions.code
    expect(await codes(other.ask, { id, title: 'Mine' })).toBe('NOT_FOUND')
    expect(await codes(me.ask, { id: 'none', title: 'Mine' })).toBe('NOT_FOUND')
    expect(await codes(me.ask, { id, target: 'javascript:alert(1)' })).toBe('BAD_USER_INPUT')
    expect(await codes(me.ask, { id, target: null })).toBe('BAD_USER_INPUT')
    expect(await codes(fixture.ask, { id, title: 'Mine' })).toBe('UNAUTHENTICATED')
  })
})

describe('deleteShortlink', () => {
  it('returns true for the link of the caller, and NOT_FOUND for others', async () => {
    const fixture = openFixture()
    const [me, other] = [await fixture.newAccount(), await fixture.newAccount()]
    const { id } = await me.newLink()
    const remove = async (ask: typeof me.ask) => {
      const { data, errors } = await ask(DELETE, { id })
      return data?.deleteShortlink ?? errors[0]?.extensions.code
    }
    expect(await remove(fixture.ask)).toBe('UNAUTHENTICATED')
    expect(await remove(other.ask)).toBe('NOT_FOUND')
    expect(await remove(me.ask)).toBe(true)
    expect(await remove(me.ask)).toBe('NOT_FOUND')
  })

  it('is FORBIDDEN for a link that an operator disabled', async () => {
    const { ports, newAccount } = openFixture()
    const { ask, newLink } = await newAccount()
    const { id, slug } = await newLink()
    await ports.store.links.setDisabled('', slug, 1)
    expect((await ask(DELETE, { id })).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })
})
