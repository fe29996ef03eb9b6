import { describe, expect, it } from 'vitest'
import { connect } from '../client.ts'
import { openFixture } from '../fixture.ts'

async function start() {
  const fixture = await openFixture()
  return { ...fixture, ...(await connect(fixture.url, (await fixture.newUser()).key)) }
}

describe('bio tools', () => {
  it('the bio tools create a page, add links and list it with the links in order', async () => {
    const { call } = await start()
    const page = await call('create_bio_page', { slug: 'me', title: 'About me', theme: 'ocean' })
    expect(page).toEqual({ id: expect.any(String), slug: 'me', title: 'About me' })
    const last = await call('add_bio_link', { bioPageId: page.id, url: 'https://example.com', label: 'Site', order: 2 })
    expect(last).toEqual({
      id: expect.any(String),
      bioPageId: page.id,
      url: 'https://example.com',
      label: 'Site',
      order: 2,
    })
    const first = await call('add_bio_link', { bioPageId: page.id, url: 'mailto:me@example.com' })
    expect(first).toMatchObject({ label: null, order: 0 })
    expect(await call('list_bio_pages')).toEqual([
      {
        ...page,
        theme: 'ocean',
        links: [
          { id: first.id, label: null, url: 'mailto:me@example.com', order: 0 },
          { id: last.id, label: 'Site', url: 'https://example.com', order: 2 },
        ],
      },
    ])
  })

  it('create_bio_page takes a text, a picture and colors, which must be readable', async () => {
    const { call, ports } = await start()
    const look = { slug: 'ada', text: 'Counts things', pictureUrl: 'https://example.com/ada.png' }
    const colors = { background: '#ffffff', text: '#102030', button: '#aa0000' }
    await call('create_bio_page', { ...look, colors })
    expect(await ports.store.bioPages.findBySlug('ada')).toMatchObject({ ...look, colors })
    const pale = await call('create_bio_page', { slug: 'pale', colors: { ...colors, text: '#fefefe' } })
    expect(pale).toEqual({ error: expect.stringContaining('text must have a contrast of at least') })
  })

  it('the bio tools list by cursor', async () => {
    const { call, callWhole } = await start()
    for (const slug of ['a', 'b', 'c']) await call('create_bio_page', { slug })
    const { _meta, structuredContent } = await callWhole('list_bio_pages', { limit: 2 })
    expect(structuredContent).toMatchObject({ bioPages: [{ slug: 'c' }, { slug: 'b' }], ..._meta })
    expect(await call('list_bio_pages', { limit: 2, cursor: _meta?.nextCursor })).toMatchObject([{ slug: 'a' }])
  })

  it('the bio tools execute one idempotency key once', async () => {
    const { call } = await start()
    const page = await call('create_bio_page', { slug: 'once' }, 'key')
    expect(await call('create_bio_page', { slug: 'once' }, 'key')).toEqual(page)
    const link = { bioPageId: page.id, url: 'https://example.com' }
    expect(await call('add_bio_link', link, 'key')).toEqual(await call('add_bio_link', link, 'key'))
    expect(await call('list_bio_pages')).toMatchObject([{ links: [{ url: link.url }] }])
  })

  it.each([
    ['create_bio_page', { slug: 'me', theme: 'plaid' }, /^theme must be one of light, /],
    ['create_bio_page', { slug: 'no spaces' }, /^slug may contain only/],
    ['create_bio_page', { slug: 'taken' }, /^Slug already exists$/],
    ['add_bio_link', { bioPageId: 'x', url: 'javascript:alert(1)' }, /^url must be an address with one of the schemes/],
    ['add_bio_link', { bioPageId: 'x', url: 'https://example.com' }, /^Bio page not found$/],
    ['add_bio_link', { bioPageId: 'x', url: 'https://example.com', order: 'first' }, /^order must be a number$/],
  ])('%s refuses bad arguments by name: %o', async (name, args, error) => {
    const { call } = await start()
    await call('create_bio_page', { slug: 'taken' })
    expect((await call(name, args)).error).toMatch(error)
  })

  it('the bio tools do not change pages of other users', async () => {
    const { call, url, newUser } = await start()
    const { id } = await call('create_bio_page', { slug: 'mine' })
    const stranger = await connect(url, (await newUser()).key)
    expect(await stranger.call('add_bio_link', { bioPageId: id, url: 'https://evil.example' })).toEqual({
      error: 'Bio page not found',
    })
    expect(await stranger.call('list_bio_pages')).toEqual([])
    expect(await call('list_bio_pages')).toMatchObject([{ links: [] }])
  })
})
