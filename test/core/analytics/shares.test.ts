import {
  createApp,
  createLink,
  createStatShare,
  deleteStatShare,
  type Hit,
  type LinkId,
  scopeSet,
  sharedAnalytics,
  statShares,
  updateStatShare,
  updateTag,
} from '@shortlink/core'
import { aHit, newLink } from '@shortlink/core/contracts'
import { embeddingOrigins, shareWithPassword } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const HOUR = 60 * 60_000
const NOT_FOUND = { type: 'not-found', what: 'Page' }

/** An account with a tagged and another link, and a visit to each. */
async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const caller = await newUser(ports)
  const tagged = (
    await app.run(createLink, caller, { target: 'https://example.com/', tags: ['Spring'] })
  )._unsafeUnwrap()
  const other = await newLink(ports.store, { owner: caller.userId })
  const at = ports.clock.now() - HOUR
  await ports.store.hits.record([tagged, other].map(({ id }) => aHit(id, { at, referrer: `https://${id}.example/` })))
  const [tag] = await ports.store.tags.list(caller.userId)
  if (tag === undefined) throw new Error('The tag is missing')
  const share = (input: object = {}) => app.run(createStatShare, caller, input)
  const shared = async (input: object = {}) => {
    const { url, share: created } = (await share(input))._unsafeUnwrap()
    return { ...created, token: url.split('/').at(-1) ?? '' }
  }
  const read = (token: string, input: object = {}) =>
    app.run(sharedAnalytics, { kind: 'anonymous', rejected: false }, { token, ...input })
  return { ports, app, caller, tagged, other, tag, share, shared, read }
}

describe('shared statistics', () => {
  it('show the visits of a link, of the links with a tag, or of all links, and their name', async () => {
    const { tagged, tag, shared, read, app, caller } = await setUp()
    const [ofLink, ofTag, ofAll] = [
      await shared({ linkId: tagged.id }),
      await shared({ tagId: tag.id }),
      await shared(),
    ]
    const numbers = async ({ token }: { token: string }) => {
      const { share, totals, access } = (await read(token))._unsafeUnwrap()
      return [share.of, share.name, totals.hits, access]
    }
    expect(await numbers(ofLink)).toEqual(['LINK', tagged.slug, 1, null])
    expect(await numbers(ofTag)).toEqual(['TAG', 'Spring', 1, null])
    expect(await numbers(ofAll)).toEqual(['ALL', null, 2, null])
    await app.run(updateTag, caller, { id: tag.id, name: 'Summer' })
    expect(await numbers(ofTag)).toEqual(['TAG', 'Summer', 1, null])
    expect((await app.run(statShares, caller, {}))._unsafeUnwrap()).toHaveLength(3)
  })

  it('show the dimensions of their cards and no others', async () => {
    const { shared, read } = await setUp()
    const { token, cards } = await shared({ cards: ['DEVICES', 'DEVICES'] })
    expect(cards).toEqual(['DEVICES'])
    expect((await read(token, { breakdowns: [{ by: 'OS' }] }))._unsafeUnwrap().breakdowns).toHaveLength(1)
    expect((await read(token, { breakdowns: [{ by: 'REFERRER' }] }))._unsafeUnwrapErr()).toMatchObject({
      type: 'invalid-input',
      message: 'REFERRER is not shared on this page',
    })
    // No card shows destinations.
    const all = await shared()
    expect((await read(all.token, { breakdowns: [{ by: 'DESTINATION' }] })).isErr()).toBe(true)
  })

  it('list visits only if their owner enabled it, each with the facts of the selected cards', async () => {
    const { ports, tagged, other, tag, shared, read } = await setUp()
    const at = ports.clock.now() - 1000
    const facts: Partial<Hit> = {
      ...{ at, country: 'US', subdivision: 'California', city: 'Fresno', ip: '192.0.2.1', userAgent: 'Secret/1' },
      device: 'mobile',
      ...{ browser: { name: 'Firefox', version: '140' }, os: { name: 'Android', version: '16' }, language: 'en' },
      ...{ referrer: 'https://user@News.example:8443/private?q=1', redirectedTo: 'https://b.example/', ref: 'secret' },
      utm: { source: 's', medium: 'm', campaign: 'spring', term: null, content: null },
    }
    await ports.store.hits.record([aHit(tagged.id, facts)])
    const visits = async (input: object, take = 1) => {
      const { token } = await shared(input)
      return (await read(token, { visits: take })).map(({ visits }) => visits)
    }
    expect((await visits({ linkId: tagged.id }))._unsafeUnwrapErr()).toMatchObject({ path: 'visits' })
    const places = { country: 'US', region: 'California', city: 'Fresno' }
    const devices = { device: 'mobile', browser: 'Firefox', os: 'Android' }
    const sources = { referrer: 'news.example', campaign: 'spring' }
    const none = Object.fromEntries(Object.keys({ ...places, ...devices, ...sources }).map((name) => [name, null]))
    for (const [cards, known] of [
      [undefined, { ...places, ...devices, ...sources }],
      [['LOCATIONS'], places],
      [['DEVICES', 'ACTIVITY'], devices],
      [['SOURCES'], sources],
      [[], {}],
    ] as const)
      for (const of of [{ linkId: tagged.id }, { tagId: tag.id }, {}])
        expect((await visits({ cards, showVisits: true, ...of }))._unsafeUnwrap()).toEqual([{ at, ...none, ...known }])
    const unknown = { at: ports.clock.now() - HOUR, ...none, device: 'other' }
    expect((await visits({ linkId: other.id, showVisits: true }, 5))._unsafeUnwrap()).toEqual([
      { ...unknown, referrer: `${other.id}.example` },
    ])
    const { token } = await shared({ showVisits: true })
    expect((await read(token))._unsafeUnwrap().visits).toBeUndefined()
    for (const take of [-1, 101, 1.5]) expect((await read(token, { visits: take })).isErr()).toBe(true)
  })

  it('are gone once they are revoked or expired, or their link is deleted', async () => {
    const { ports, app, caller, tagged, shared, read } = await setUp()
    const [revoked, short, ofLink] = [
      await shared(),
      await shared({ expiresAt: new Date(ports.clock.now() + HOUR).toISOString() }),
      await shared({ linkId: tagged.id }),
    ]
    for (const { token } of [revoked, short, ofLink]) expect((await read(token)).isOk()).toBe(true)
    expect((await app.run(deleteStatShare, caller, { id: revoked.id })).isOk()).toBe(true)
    ports.clock.advance(2 * HOUR)
    await ports.store.links.deleteBySlug('', tagged.slug)
    for (const { token } of [revoked, short, ofLink]) expect((await read(token))._unsafeUnwrapErr()).toEqual(NOT_FOUND)
    expect((await app.run(deleteStatShare, caller, { id: revoked.id }))._unsafeUnwrapErr()).toMatchObject({
      type: 'not-found',
    })
  })

  it('with a password take it, or the access of an earlier response until that expires', async () => {
    const { ports, shared, read } = await setUp()
    const { token, hasPassword } = await shared({ password: 'first word' })
    expect(hasPassword).toBe(true)
    expect((await read(token))._unsafeUnwrapErr()).toEqual({ type: 'link-password-required' })
    for (const password of ['other word', 'x'])
      expect((await read(token, { password }))._unsafeUnwrapErr()).toEqual({ type: 'wrong-link-password' })
    const { access } = (await read(token, { password: 'first word' }))._unsafeUnwrap()
    expect((await read(token, { access })).isOk()).toBe(true)
    expect((await read(token, { access: `9${access}` }))._unsafeUnwrapErr()).toEqual({ type: 'link-password-required' })
    ports.clock.advance(13 * HOUR)
    expect((await read(token, { access }))._unsafeUnwrapErr()).toEqual({ type: 'link-password-required' })
    const open = await shared()
    expect(await shareWithPassword(ports, token)).toBeDefined()
    for (const other of [open.token, 'unknown', 'x'.repeat(201)])
      expect(await shareWithPassword(ports, other)).toBeUndefined()
  })

  it('may be embedded by the pages of their origins only', async () => {
    const { ports, share, shared } = await setUp()
    const { token } = await shared({ origins: ['https://example.com'] })
    expect(await embeddingOrigins(ports, token)).toEqual(['https://example.com'])
    for (const other of ['unknown', 'x'.repeat(201)]) expect(await embeddingOrigins(ports, other)).toEqual([])
    for (const origin of ['https://example.com/', "https://a;script-src 'self'", '*', 'https://*'])
      expect((await share({ origins: [origin] })).isErr()).toBe(true)
  })

  it('are refused for links and tags of other accounts, for times in the past, and beyond a hundred', async () => {
    const { ports, tagged, tag, share, app } = await setUp()
    const stranger = await newUser(ports)
    const refusal = async (input: object, by = stranger) =>
      (await app.run(createStatShare, by, input))._unsafeUnwrapErr()
    expect(await refusal({ linkId: tagged.id })).toEqual({ type: 'not-found', what: 'Shortlink' })
    expect(await refusal({ tagId: tag.id })).toEqual({ type: 'not-found', what: 'Tag' })
    expect(await refusal({ tagId: tag.id, linkId: 'x' as LinkId })).toMatchObject({ type: 'invalid-input' })
    expect(await refusal({ expiresAt: '2001-01-01T00:00Z' })).toMatchObject({ path: 'expiresAt' })
    for (let n = 0; n < 100; n += 1) await share()
    expect((await share())._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input' })
  })

  it('are made by keys that may read statistics, since anyone can read them then', async () => {
    const { app, caller } = await setUp()
    const via = { kind: 'api-key', keyId: 'key', expiresAt: null, targetHosts: null } as const
    const by = (scopes: readonly string[]) =>
      app.run(createStatShare, { ...caller, via: { ...via, scopes: scopeSet(scopes as never) } } as never, {})
    expect((await by(['links:write']))._unsafeUnwrapErr()).toEqual({ type: 'missing-scope', scope: 'analytics:read' })
    expect((await by(['links:write', 'analytics:read'])).isOk()).toBe(true)
  })
})

describe('a change of shared statistics', () => {
  it('keeps the URL and the omitted fields, and applies to the next read', async () => {
    const { ports, app, caller, tagged, shared, read } = await setUp()
    const { id, token } = await shared({ linkId: tagged.id, cards: ['SOURCES'], password: 'correct horse' })
    const update = async (changes: object) => app.run(updateStatShare, caller, { id, ...changes })
    const { access } = (await read(token, { password: 'correct horse' }))._unsafeUnwrap()
    expect((await update({}))._unsafeUnwrap()).toMatchObject({
      name: tagged.slug,
      cards: ['SOURCES'],
      hasPassword: true,
    })
    expect((await read(token, { access })).isOk()).toBe(true)
    expect((await update({ password: 'battery staple' })).isOk()).toBe(true)
    expect((await read(token, { access }))._unsafeUnwrapErr()).toEqual({ type: 'link-password-required' })
    expect((await read(token, { password: 'battery staple' })).isOk()).toBe(true)
    const changes = { cards: ['DEVICES', 'DEVICES'], showVisits: true, password: null, origins: ['https://a.example'] }
    expect((await update(changes))._unsafeUnwrap()).toMatchObject({
      ...{ id, linkId: tagged.id, cards: ['DEVICES'], showVisits: true, hasPassword: false },
      origins: ['https://a.example'],
    })
    expect((await read(token, { visits: 1 }))._unsafeUnwrap().share.cards).toEqual(['DEVICES'])
    expect(await embeddingOrigins(ports, token)).toEqual(['https://a.example'])
    const expiresAt = new Date(ports.clock.now() + HOUR).toISOString()
    expect((await update({ expiresAt }))._unsafeUnwrap().expiresAt).toBe(ports.clock.now() + HOUR)
    expect((await update({ expiresAt: null }))._unsafeUnwrap().expiresAt).toBeNull()
    const entries = await ports.store.audit.list(caller.userId, { take: 3 })
    expect(entries.map(({ action, changed }) => [action, changed])).toEqual([
      ['updateStatShare', ['expiresAt']],
      ['updateStatShare', ['expiresAt']],
      ['updateStatShare', ['cards', 'showVisits', 'origins', 'password']],
    ])
  })

  it('is refused for a past expiration, for another account, for a deleted link and without the scope to read', async () => {
    const { ports, app, caller, tagged, shared } = await setUp()
    const { id } = await shared({ linkId: tagged.id })
    const past = await app.run(updateStatShare, caller, { id, expiresAt: '2020-01-01T00:00:00Z' })
    expect(past._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'expiresAt' })
    const missing = { type: 'not-found', what: 'Stat share' }
    const stranger = await newUser(ports)
    expect((await app.run(updateStatShare, stranger, { id, cards: [] }))._unsafeUnwrapErr()).toEqual(missing)
    const via = { kind: 'api-key', keyId: 'key', expiresAt: null, targetHosts: null } as const
    const writer = { ...caller, via: { ...via, scopes: scopeSet(['links:write']) } } as never
    const unread = (await app.run(updateStatShare, writer, { id, cards: [] }))._unsafeUnwrapErr()
    expect(unread).toEqual({ type: 'missing-scope', scope: 'analytics:read' })
    await ports.store.links.deleteOwned(caller.userId, tagged.id, null)
    expect((await app.run(updateStatShare, caller, { id, cards: [] }))._unsafeUnwrapErr()).toEqual(missing)
  })
})
