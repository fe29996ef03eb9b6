import { expect, it } from 'vitest'
import { connect } from './client.ts'
import { openFixture } from './fixture.ts'

const target = 'https://example.com/ticket'
const OPTIONS = {
  title: 'Tickets',
  startsAt: '2020-01-01T09:00:00.000Z',
  expiresAt: '2090-01-05T18:00:00.000Z',
  fallbackTarget: 'https://example.com/sold-out',
  maxVisits: 100,
  redirectStatus: 307,
  forwardQuery: true,
  forwardPath: true,
  tags: ['Summer', 'tickets'],
  note: 'for the newsletter',
}

async function start() {
  const { url, newUser } = await openFixture()
  const { key } = await newUser()
  return connect(`${url}?toolsets=all`, key)
}

it('an agent makes, changes, lists, filters and closes a link by the tools alone', async () => {
  const { call } = await start()
  const utm = { source: 'letter' }
  const preview = { title: 'Tickets', image: 'https://example.com/tickets.png' }
  const created = await call('create_shortlink', { target, slug: 'go', password: 'sesame', utm, preview, ...OPTIONS })
  expect(Object.keys(created).toSorted()).toEqual(['createdAt', 'hostname', 'id', 'shortUrl', 'slug', 'target'])
  await call('create_shortlink', { target, slug: 'plain' })
  const { id } = created
  expect(await call('get_shortlink', { slug: 'go' })).toMatchObject({
    ...{ ...OPTIONS, status: 'ACTIVE', hasPassword: true, visitsLeft: 100, enabled: true, archived: false },
    utm: { source: 'letter', medium: null, campaign: null, term: null, content: null },
    preview: { title: 'Tickets', description: null, image: 'https://example.com/tickets.png' },
  })

  const slugs = async (filter: object) =>
    (await call('list_shortlinks', filter)).map(({ slug }: { slug: string }) => slug)
  expect(await slugs({ tags: ['summer', 'TICKETS'] })).toEqual(['go'])
  expect(await slugs({ tags: ['summer', 'none'] })).toEqual([])

  const update = async (changes: object) =>
    expect(await call('update_shortlinks', { inputs: [{ id, ...changes }] })).toEqual([{ id, ok: true }])
  await update({ enabled: false })
  expect(await slugs({ status: 'DISABLED' })).toEqual(['go'])
  expect(await slugs({ status: 'ACTIVE' })).toEqual(['plain'])
  await update({ enabled: true, expiresAt: '2021-01-01T00:00:00Z' })
  expect(await slugs({ status: 'EXPIRED' })).toEqual(['go'])
  await update({
    ...{ startsAt: null, expiresAt: null, fallbackTarget: null, maxVisits: null, password: null, utm: null },
  })
  await update({ tags: [], note: null, preview: null, redirectStatus: 302, forwardQuery: false, archived: true })
  expect(await call('get_shortlink', { id })).toMatchObject({
    ...{ status: 'ACTIVE', startsAt: null, expiresAt: null, fallbackTarget: null, maxVisits: null, visitsLeft: null },
    ...{ hasPassword: false, utm: null, preview: null, note: null, tags: [], redirectStatus: 302 },
    ...{ forwardQuery: false, forwardPath: true, archived: true, title: 'Tickets' },
  })
  expect(await slugs({})).toEqual(['plain'])
  expect(await slugs({ archived: true })).toEqual(['go'])
  expect(await slugs({ archived: null })).toEqual(['plain', 'go'])
})

it('an agent renames, merges and deletes tags, and gives links further slugs', async () => {
  const { call, callWhole } = await start()
  const { id } = await call('create_shortlink', { target, slug: 'own', tags: ['one', 'two'] })
  const [one, two] = await call('list_tags')
  expect([one, two]).toMatchObject([
    { name: 'one', color: 'gray', links: 1 },
    { name: 'two', color: 'gray', links: 1 },
  ])
  expect(await call('update_tag', { id: one.id, color: 'green' })).toEqual({ ...one, color: 'green' })
  expect(await call('update_tag', { id: two.id, name: 'ONE' })).toMatchObject({ id: one.id, name: 'one', links: 1 })
  const listed = await callWhole('list_tags')
  expect(listed.structuredContent).toEqual({ tags: [{ ...one, color: 'green' }] })
  expect(await call('delete_tag', { id: one.id })).toEqual({ deleted: true })
  expect(await call('delete_tag', { id: one.id })).toEqual({ error: 'Tag not found' })

  expect(await call('add_alias', { id, slug: 'other' })).toEqual({ id, slug: 'own', aliases: ['other'] })
  expect(await call('add_alias', { id, slug: 'own' })).toEqual({ error: 'Slug already exists' })
  expect(await call('get_shortlink', { slug: 'other' })).toMatchObject({ id, tags: [], aliases: ['other'] })
  expect(await call('remove_alias', { id, slug: 'other' })).toEqual({ id, slug: 'own', aliases: [] })
  expect(await call('remove_alias', { id, slug: 'other' })).toEqual({ error: 'Alias not found' })
})

it.each([
  [{ startsAt: '2030-01-01' }, /startsAt must be an ISO 8601/],
  [{ startsAt: '2030-01-02T00:00:00Z', expiresAt: '2030-01-01T00:00:00Z' }, /expiresAt must be after startsAt/],
  [{ maxVisits: 0 }, /maxVisits must be at least 1/],
  [{ password: 'abc' }, /password must have at least 4 characters/],
  [{ redirectStatus: 200 }, /redirectStatus must be one of 301, 302, 303, 307, 308/],
  [{ utm: { sauce: 'x' } }, /Unknown argument utm\.sauce/],
  [{ preview: { image: 'http://example.com/x.png' } }, /preview\.image must be an https/],
  [{ reuse: true, slug: 'x' }, /reuse cannot be combined with a slug/],
])('create_shortlink refuses %j by name', async (options, error) => {
  const { call } = await start()
  expect((await call('create_shortlink', { target, ...options })).error).toMatch(error)
})
