import { describe, expect, it } from 'vitest'
import { openFixture } from '../fixture.ts'

const LINK = 'id label url order'
const PAGE = `id slug title text pictureUrl theme colors { background text button } createdAt links { ${LINK} }`
const CREATE = `mutation ($input: CreateBioPageInput!) { createBioPage(input: $input) { ${PAGE} } }`
const ADD = `mutation ($page: ID!, $input: AddBioLinkInput!) { addBioLink(bioPageId: $page, input: $input) { ${LINK} } }`

const opened = async () => {
  const fixture = openFixture()
  const owner = await fixture.newAccount()
  const { data } = await owner.ask(CREATE, { input: { slug: 'ada', title: 'Ada' } })
  const page = data.createBioPage
  const addLink = async (input: object) => (await owner.ask(ADD, { page: page.id, input })).data.addBioLink
  return { ...fixture, owner, page, addLink }
}

describe('bio pages over GraphQL', () => {
  it('a bio page is created, filled, and public', async () => {
    const { ask, page, addLink } = await opened()
    expect(page).toEqual({
      id: expect.any(String),
      slug: 'ada',
      title: 'Ada',
      text: null,
      pictureUrl: null,
      theme: 'light',
      colors: null,
      createdAt: '2026-01-01T12:00:00.000Z',
      links: [],
    })
    const second = await addLink({ label: 'Write', url: 'mailto:ada@example.com', order: 2 })
    const first = await addLink({ url: 'https://example.com/' })
    expect(first).toEqual({ id: expect.any(String), label: null, url: 'https://example.com/', order: 0 })
    const { data } = await ask(`{ bioPage(slug: "ada") { ${PAGE} } }`)
    expect(data.bioPage).toEqual({ ...page, links: [first, second] })
  })

  it('the owner lists bio pages', async () => {
    const { owner, newAccount, page } = await opened()
    const list = `{ bioPages { ${PAGE} } }`
    expect((await owner.ask(list)).data.bioPages).toEqual([page])
    expect((await (await newAccount()).ask(list)).data.bioPages).toEqual([])
  })

  it('a bio page changes in the given fields only', async () => {
    const { owner, page } = await opened()
    const update = `mutation ($id: ID!, $input: UpdateBioPageInput!) { updateBioPage(id: $id, input: $input) { title theme } }`
    const changed = async (input: object) => (await owner.ask(update, { id: page.id, input })).data.updateBioPage
    expect(await changed({ theme: 'mono' })).toEqual({ title: 'Ada', theme: 'mono' })
    expect(await changed({ title: null })).toEqual({ title: null, theme: 'mono' })
    const look = {
      text: 'Engines',
      pictureUrl: 'https://pictures.example/ada.png',
      colors: { background: '#ffffff', text: '#102030', button: '#ffcc00' },
    }
    await changed(look)
    expect((await owner.ask(`{ bioPages { ${PAGE} views } }`)).data.bioPages).toEqual([
      { ...page, ...look, title: null, theme: 'mono', views: 0 },
    ])
  })

  it('a link of a bio page changes in the given fields only, and is deleted', async () => {
    const { owner, ask, addLink } = await opened()
    const { id } = await addLink({ label: 'Call', url: 'tel:112', order: 1 })
    const update = `mutation ($id: ID!, $input: UpdateBioLinkInput!) { updateBioLink(id: $id, input: $input) { ${LINK} } }`
    const { data } = await owner.ask(update, { id, input: { order: 5, label: null } })
    expect(data.updateBioLink).toEqual({ id, label: null, url: 'tel:112', order: 5 })
    const deleted = await owner.ask('mutation ($id: ID!) { deleteBioLink(id: $id) }', { id })
    expect(deleted.data.deleteBioLink).toBe(true)
    expect((await ask('{ bioPage(slug: "ada") { links { id } } }')).data.bioPage.links).toEqual([])
  })

  it('a deleted bio page is gone for every reader', async () => {
    const { owner, ask, page } = await opened()
    const { data } = await owner.ask('mutation ($id: ID!) { deleteBioPage(id: $id) }', { id: page.id })
    expect(data.deleteBioPage).toBe(true)
    const gone = await ask('{ bioPage(slug: "ada") { id } }')
    expect(gone.data).toEqual({ bioPage: null })
  })

  it.each([
    ['a taken slug', { slug: 'ada' }, 'CONFLICT', 'Slug already exists'],
    ['a reserved slug', { slug: 'admin' }, 'BAD_USER_INPUT', 'Slug is reserved'],
    ['an unknown theme', { slug: 'new-one', theme: 'pink' }, 'BAD_USER_INPUT', /^theme must be one of light, /],
    ['a slug with a slash', { slug: 'a/b' }, 'BAD_USER_INPUT', /^slug may contain only/],
  ])('a bio page refuses %s', async (_what, input, code, message) => {
    const { owner } = await opened()
    const { errors } = await owner.ask(CREATE, { input })
    expect(errors[0]?.extensions.code).toBe(code)
    expect(errors[0]?.message).toMatch(message)
  })

  it('a bio page refuses a link with an executable scheme', async () => {
    const { owner, page } = await opened()
    const { errors } = await owner.ask(ADD, { page: page.id, input: { url: ' javascript:alert(1)' } })
    expect(errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT' }, message: expect.stringMatching(/^url must/) },
    ])
  })

  it('a bio page of another user looks like a missing one', async () => {
    const { newAccount, page, addLink } = await opened()
    const stranger = await newAccount()
    const { id } = await addLink({ url: 'tel:112' })
    for (const mutation of [
      `updateBioPage(id: "${page.id}", input: {title: "mine"}) { id }`,
      `deleteBioPage(id: "${page.id}")`,
      `addBioLink(bioPageId: "${page.id}", input: {url: "tel:112"}) { id }`,
      `updateBioLink(id: "${id}", input: {url: "tel:113"}) { id }`,
      `deleteBioLink(id: "${id}")`,
    ]) {
      const { errors } = await stranger.ask(`mutation { ${mutation} }`)
      expect(errors[0]?.extensions.code, mutation).toBe('NOT_FOUND')
    }
  })

  it('every bio page operation except reading needs an account', async () => {
    const { ask } = await opened()
    for (const operation of ['{ bioPages { id } }', 'mutation { createBioPage(input: {slug: "x"}) { id } }']) {
      const { errors } = await ask(operation)
      expect(errors).toMatchObject([{ message: 'You must be logged in.', extensions: { code: 'UNAUTHENTICATED' } }])
    }
  })
})
