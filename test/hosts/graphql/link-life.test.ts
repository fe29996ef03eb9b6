import { describe, expect, it } from 'vitest'
import { ALL_OPTIONS, ALL_STORED, NONE_STORED } from '../../support/link-options.ts'
import { aHit, openFixture } from './fixture.ts'

const UTM = '{ source medium campaign term content }'
const OPTIONS = `startsAt expiresAt fallbackTarget maxVisits visitsLeft hasPassword enabled archived redirectStatus
  forwardQuery forwardPath utm ${UTM} tags note externalId preview { title description image } aliases`

const STATES = { enabled: true, archived: false, aliases: [] }
const SHOWN = {
  ...ALL_STORED,
  startsAt: '2026-01-31T23:00:00.000Z',
  expiresAt: '2026-03-01T00:00:00.000Z',
  hasPassword: true,
  ...STATES,
}
const PLAIN = { ...NONE_STORED, hasPassword: false, ...STATES }

const TYPES = {
  startsAt: 'String',
  expiresAt: 'String',
  fallbackTarget: 'String',
  maxVisits: 'Int',
  password: 'String',
  redirectStatus: 'Int',
  forwardQuery: 'Boolean',
  forwardPath: 'Boolean',
  utm: 'UtmInput',
  tags: '[String!]',
  note: 'String',
  externalId: 'String',
  preview: 'PreviewInput',
}
const declared = Object.entries(TYPES).map(([name, type]) => `$${name}: ${type}`)
const passed = Object.keys(TYPES).map((name) => `${name}: $${name}`)
const CREATE = `mutation (${declared}) { createShortlink(target: "https://example.com/", ${passed}) }`
const UPDATE = `mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) {
  error shortlink { ${OPTIONS} }
} }`

async function account() {
  const { newAccount, ports } = openFixture()
  const me = await newAccount()
  const read = async (id: string, fields: string) =>
    (await me.ask(`query ($id: ID!) { getShortlinkInfo(id: $id) { ${fields} } }`, { id })).data.getShortlinkInfo
  return { ...me, ports, read }
}

describe('the options of links', () => {
  it('createShortlink, createShortlinks and updateShortlinks take them alike', async () => {
    const { ask, newLink, read } = await account()
    const given = { ...ALL_OPTIONS, password: 'a password' }
    const single = await ask(CREATE, given)
    expect(single.errors).toEqual([])
    const { data } = await ask(`{ shortlinkConnection { items { shortlink ${OPTIONS} } } }`)
    expect(data.shortlinkConnection.items).toEqual([{ shortlink: single.data.createShortlink, ...SHOWN }])
    expect(await read((await newLink({ ...given, externalId: 'a' })).id, OPTIONS)).toEqual({
      ...SHOWN,
      externalId: 'a',
    })
    const { id } = await newLink()
    expect(await read(id, OPTIONS)).toEqual(PLAIN)
    const states = { enabled: false, archived: true }
    const updated = await ask(UPDATE, { inputs: [{ id, ...given, externalId: 'b', ...states }] })
    expect(updated.data.updateShortlinks).toEqual([
      { error: null, shortlink: { ...SHOWN, externalId: 'b', ...states } },
    ])
    const nulls = Object.fromEntries(Object.keys({ ...given, ...states }).map((name) => [name, null]))
    const cleared = await ask(UPDATE, { inputs: [{ id, ...nulls }] })
    expect(cleared.data.updateShortlinks).toEqual([{ error: null, shortlink: PLAIN }])
  })

  it('createShortlink refuses them of callers without an account, but for defaults', async () => {
    const { ask } = openFixture()
    for (const [name, value] of Object.entries({ ...ALL_OPTIONS, password: 'a password' })) {
      const { errors } = await ask(CREATE, { [name]: value })
      expect(errors, name).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    }
    const plain = { maxVisits: null, redirectStatus: 302, forwardQuery: false, utm: {}, tags: [] }
    expect((await ask(CREATE, plain)).errors).toEqual([])
  })

  it('createShortlink with reuse returns the slug of the link that is there', async () => {
    const { ask, newLink } = await account()
    const { slug } = await newLink()
    const reuse =
      'mutation ($slug: String) { createShortlink(target: "https://example.com/", reuse: true, shortlink: $slug) }'
    expect((await ask(reuse)).data.createShortlink).toBe(slug)
    expect((await ask(reuse, { slug: 'own' })).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('the status goes by the clock, and the short URL by the host of the link', async () => {
    const { ports, newLink, read } = await account()
    const { id, slug } = await newLink({ startsAt: '2026-01-02T00:00:00Z', expiresAt: '2026-01-03T00:00:00Z' })
    expect(await read(id, 'status shortUrl')).toEqual({ status: 'SCHEDULED', shortUrl: `https://sho.rt/${slug}` })
    ports.clock.advance(12 * 60 * 60 * 1000)
    expect(await read(id, 'status')).toEqual({ status: 'ACTIVE' })
    ports.clock.advance(24 * 60 * 60 * 1000)
    expect(await read(id, 'status')).toEqual({ status: 'EXPIRED' })
  })

  it('a replay of an outcome that version 0.1.0 stored shows links with the defaults of what it did not know', async () => {
    const { ask, ports } = await account()
    const query = `mutation { createShortlinks(inputs: [{ target: "https://example.com/" }]) {
      shortlink { ${OPTIONS} createdAt updatedAt }
    } }`
    const key = { 'idempotency-key': 'the key' }
    await ask(query, {}, key)
    const { unseal } = ports.secrets
    const known = new Set(['id', 'hostname', 'slug', 'target', 'title', 'owner', 'rules', 'hitCount', 'createdAt'])
    ports.secrets.unseal = (sealed) =>
      JSON.stringify(JSON.parse(unseal(sealed)), (name, value) =>
        name === 'value' ? Object.fromEntries(Object.entries(value).filter(([member]) => known.has(member))) : value,
      )
    const { data, errors } = await ask(query, {}, key)
    expect(errors).toEqual([])
    const at = '2026-01-01T12:00:00.000Z'
    expect(data.createShortlinks).toEqual([{ shortlink: { ...PLAIN, createdAt: at, updatedAt: at } }])
  })
})

describe('shortlinkConnection', () => {
  it('narrows the list down and sorts it', async () => {
    const { ask, newLink, ports } = await account()
    const [a, b] = [await newLink({ tags: ['x', 'y'] }), await newLink({ tags: ['x'] })]
    const { id } = await newLink({ maxVisits: 5 })
    await ask(UPDATE, { inputs: [{ id, archived: true }] })
    await ports.store.hits.record([aHit(a.id)])
    const list = async (given: string) => {
      const { data } = await ask(`{ shortlinkConnection(${given}) { totalCount items { id } } }`)
      const { items, totalCount } = data.shortlinkConnection
      expect(totalCount).toBe(items.length)
      return items.map((link: { id: string }) => link.id)
    }
    expect(await list('skip: 0')).toEqual([b.id, a.id])
    expect(await list('archived: true')).toEqual([id])
    expect(await list('archived: null')).toEqual([id, b.id, a.id])
    expect(await list('tags: ["X", "y"]')).toEqual([a.id])
    expect(await list('status: ACTIVE, sort: MOST_VISITED')).toEqual([a.id, b.id])
    expect(await list('status: EXPIRED')).toEqual([])
    expect(await list('domainId: "unknown"')).toEqual([])
  })

  it('getUserInfo leaves archived links out', async () => {
    const { ask, newLink } = await account()
    const [shown, archived] = [await newLink(), await newLink()]
    await ask(UPDATE, { inputs: [{ id: archived.id, archived: true }] })
    const { data } = await ask('{ getUserInfo { shortlinks { id } } }')
    expect(data.getUserInfo.shortlinks).toEqual([{ id: shown.id }])
  })
})

describe('tags and aliases', () => {
  it('tags are listed, changed, merged and deleted', async () => {
    const { ask, newLink, read } = await account()
    const { id } = await newLink({ tags: ['b', 'a'] })
    const { tags } = (await ask('{ tags { id name color links } }')).data
    const [a, b] = tags
    expect(tags).toEqual([
      { id: a.id, name: 'a', color: 'gray', links: 1 },
      { id: b.id, name: 'b', color: 'gray', links: 1 },
    ])
    const update =
      'mutation ($id: ID!, $name: String) { updateTag(id: $id, name: $name, color: "pink") { id name color links } }'
    expect((await ask(update, { id: a.id, name: 'B' })).data.updateTag).toEqual(b)
    expect(await read(id, 'tags')).toEqual({ tags: ['b'] })
    const remove = 'mutation ($id: ID!) { deleteTag(id: $id) }'
    expect((await ask(remove, { id: b.id })).data.deleteTag).toBe(true)
    expect((await ask(remove, { id: b.id })).errors).toMatchObject([
      { message: 'Tag not found', extensions: { code: 'NOT_FOUND' } },
    ])
    expect(await read(id, 'tags')).toEqual({ tags: [] })
  })

  it('aliases are added and removed', async () => {
    const { ask, newLink } = await account()
    const { id, slug } = await newLink()
    const change = async (name: string, shortlink: string) => {
      const query = `mutation ($id: ID!, $shortlink: String!) { ${name}(id: $id, shortlink: $shortlink) { shortlink aliases } }`
      const { data, errors } = await ask(query, { id, shortlink })
      return data?.[name] ?? errors[0]?.extensions.code
    }
    expect(await change('addShortlinkAlias', 'second')).toEqual({ shortlink: slug, aliases: ['second'] })
    expect(await change('addShortlinkAlias', 'second')).toBe('CONFLICT')
    expect(await change('addShortlinkAlias', slug)).toBe('CONFLICT')
    expect(await change('addShortlinkAlias', 'no slug')).toBe('BAD_USER_INPUT')
    expect(await change('removeShortlinkAlias', 'second')).toEqual({ shortlink: slug, aliases: [] })
    expect(await change('removeShortlinkAlias', 'second')).toBe('NOT_FOUND')
  })
})
