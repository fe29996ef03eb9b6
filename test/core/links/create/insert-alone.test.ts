import { openMemoryStore } from '@shortlink/adapters/memory'
import { anonymous, createApp, createLink } from '@shortlink/core'
import type { Store } from '@shortlink/core/ports'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../../support/ports.ts'

const target = 'https://example.com/'

/** An app over a store that inserts links without an owner alone, and the slugs that it was asked to. */
function withFastPath() {
  const store = openMemoryStore()
  const asked: string[] = []
  const insertAlone: Store['insertAlone'] = async (link) => {
    asked.push(link.slug)
    return link.owner === null && (await store.links.insert(link)).isOk()
  }
  const ports = testPorts({ store: { ...store, insertAlone } })
  return { ports, app: createApp(ports), asked }
}

it('a store with a faster path inserts a link by it', async () => {
  const { ports, app, asked } = withFastPath()
  const link = (await app.run(createLink, anonymous, { target, slug: 'fast' }))._unsafeUnwrap()
  expect(asked).toEqual(['fast'])
  expect(await ports.store.links.findBySlug('', 'fast')).toEqual(link)
})

it('a link that the faster path refuses is created as any other', async () => {
  const { ports, app, asked } = withFastPath()
  const link = (await app.run(createLink, await newUser(ports), { target, slug: 'owned' }))._unsafeUnwrap()
  expect(asked).toEqual(['owned'])
  expect(await ports.store.links.findBySlug('', 'owned')).toEqual(link)
  const again = await app.run(createLink, anonymous, { target, slug: 'owned' })
  expect(again._unsafeUnwrapErr()).toMatchObject({ type: 'slug-taken' })
})

it.each([{ tags: ['spring'] }, { maxVisits: 3 }, { externalId: 'p-1' }, { reuse: true }])(
  'the faster path is not asked for a link with %j, which needs other reads or writes',
  async (options) => {
    const { ports, app, asked } = withFastPath()
    const created = await app.run(createLink, await newUser(ports), { target, ...options })
    expect([created.isOk(), asked]).toEqual([true, []])
  },
)

it('invalid input is refused before the faster path is asked', async () => {
  const { app, asked } = withFastPath()
  const refused = await app.run(createLink, anonymous, { target, slug: 'graphql' })
  expect([refused.isErr(), asked]).toEqual([true, []])
})
