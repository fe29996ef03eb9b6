import { addDomain, deleteDomain } from '@shortlink/core'
import { okAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { connect } from './client.ts'
import { openFixture } from './fixture.ts'

const target = 'https://example.com/page'
const HOST = 'go.example.com'

/** A user with one slug twice: on the service's own host, and on a custom domain. */
async function start() {
  const published: string[] = []
  const fixture = await openFixture({ ports: { dns: { txt: () => okAsync(published) } } })
  const user = await fixture.newUser()
  const { call } = await connect(fixture.url, user.key)
  const domain = (await fixture.app.run(addDomain, user.caller, { hostname: HOST }))._unsafeUnwrap()
  published.push(domain.txtToken)
  await call('verify_domain', { id: domain.id })
  const own = await call('create_shortlink', { target, slug: 'twice' })
  const custom = await call('create_shortlink', { target, slug: 'twice', domainId: domain.id })
  return { ...fixture, user, call, domain, own, custom }
}

describe('links named by a slug', () => {
  it('get_shortlink takes a slug, and a hostname for a custom domain', async () => {
    const { call, own, custom } = await start()
    expect(await call('get_shortlink', { slug: 'twice' })).toMatchObject({ ...own, hostname: null })
    const found = { ...custom, hostname: HOST, shortUrl: `https://${HOST}/twice` }
    expect(await call('get_shortlink', { slug: 'twice', hostname: HOST })).toMatchObject(found)
    expect(await call('get_shortlink', { slug: 'twice', hostname: 'GO.Example.com.' })).toMatchObject(found)
    expect(await call('get_shortlink', { id: custom.id })).toMatchObject(found)
  })

  it.each([null, '', 'localhost', 'localhost:3000'])(
    'the hostname %j is the own host of the service',
    async (hostname) => {
      const { call, own } = await start()
      expect(await call('get_shortlink', { slug: 'twice', hostname })).toMatchObject({ id: own.id })
    },
  )

  it('a listed link is found by the slug and hostname that it is listed with', async () => {
    const { call, own, custom } = await start()
    const listed: { id: string; slug: string; hostname: string | null }[] = await call('list_shortlinks')
    expect(listed.map(({ id }) => id)).toEqual([custom.id, own.id])
    for (const { id, slug, hostname } of listed) {
      expect(await call('get_shortlink', { slug, hostname })).toMatchObject({ id })
    }
  })

  it.each([
    { slug: 'TWICE' },
    { slug: 'none' },
    { slug: 'twice', hostname: 'other.example.com' },
    { slug: 'twice', hostname: '?' },
  ])('no link is found by %j', async (name) => {
    const { call } = await start()
    for (const tool of ['get_shortlink', 'get_hit_stats', 'get_qr_code']) {
      expect(await call(tool, name)).toEqual({ error: 'Shortlink not found' })
    }
  })

  it('get_hit_stats takes a slug', async () => {
    const { call, user, own, custom } = await start()
    await user.visit(custom.id, ['DE'])
    expect(await call('get_hit_stats', { slug: 'twice', hostname: HOST })).toMatchObject({ hitCount: 1 })
    expect(await call('get_hit_stats', { slug: 'twice' })).toEqual(await call('get_hit_stats', { id: own.id }))
  })

  it('get_qr_code takes an id, a slug, and the domain by hostname or id', async () => {
    const { call, own, custom, domain } = await start()
    expect(await call('get_qr_code', { id: own.id })).toMatchObject({ url: own.shortUrl })
    for (const name of [{ id: custom.id }, { slug: 'twice', hostname: HOST }, { slug: 'twice', domainId: domain.id }]) {
      expect(await call('get_qr_code', name)).toMatchObject({ url: custom.shortUrl })
    }
    expect(await call('get_qr_code', { id: custom.id, domainId: domain.id })).toEqual({
      error: 'domainId requires slug and cannot be combined with hostname',
    })
  })

  it('update_shortlinks takes slugs and ids side by side', async () => {
    const { call, own, custom } = await start()
    const inputs = [
      { slug: 'twice', hostname: HOST, title: 'custom' },
      { id: own.id, title: 'own' },
      { slug: 'none', title: 'x' },
    ]
    expect(await call('update_shortlinks', { inputs })).toEqual([
      { id: custom.id, slug: 'twice', ok: true },
      { id: own.id, ok: true },
      { slug: 'none', ok: false, error: 'Shortlink not found' },
    ])
    expect(await call('get_shortlink', { id: custom.id })).toMatchObject({ title: 'custom' })
    expect(await call('get_shortlink', { id: own.id })).toMatchObject({ title: 'own' })
  })

  it('delete_shortlinks takes slugs of one host', async () => {
    const { call, own, custom } = await start()
    expect(await call('delete_shortlinks', { slugs: ['twice', 'none'], hostname: HOST })).toEqual([
      { index: 0, id: custom.id, slug: 'twice', ok: true },
      { index: 1, slug: 'none', ok: false, error: 'Shortlink not found' },
    ])
    expect(await call('list_shortlinks')).toMatchObject([{ id: own.id }])
    expect(await call('delete_shortlinks', { slugs: ['twice'] })).toMatchObject([{ id: own.id, ok: true }])
  })

  it('links on a domain that was given up are still found by their hostname', async () => {
    const { app, user, call, domain, custom } = await start()
    ;(await app.run(deleteDomain, user.caller, { id: domain.id }))._unsafeUnwrap()
    expect(await call('get_shortlink', { slug: 'twice', hostname: HOST })).toMatchObject({ id: custom.id })
  })

  it('no tool finds, changes or deletes a link of another user by its slug', async () => {
    const { call, own, custom, newUser, url } = await start()
    const stranger = await connect(url, (await newUser()).key)
    for (const name of [{ slug: 'twice' }, { slug: 'twice', hostname: HOST }]) {
      for (const tool of ['get_shortlink', 'get_hit_stats', 'get_qr_code']) {
        expect(await stranger.call(tool, name)).toEqual({ error: 'Shortlink not found' })
      }
      const missing = [{ ok: false, error: 'Shortlink not found' }]
      expect(await stranger.call('update_shortlinks', { inputs: [{ ...name, title: 'x' }] })).toMatchObject(missing)
      const { slug, ...on } = name
      expect(await stranger.call('delete_shortlinks', { slugs: [slug], ...on })).toMatchObject(missing)
    }
    const kept = [custom, own].map(({ id }) => ({ id, title: null }))
    expect(await call('list_shortlinks')).toMatchObject(kept)
  })
})
