import {
  addBioLink,
  createApp,
  createBioPage,
  createLink,
  createLinks,
  deleteBioPage,
  deleteLinks,
  updateBioPage,
  updateLinks,
} from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const target = `https://example.com/${'long/'.repeat(400)}`
const idempotencyKey = 'a key'

/** An app, and the idempotency records that it stores. */
async function setUp() {
  const ports = testPorts()
  const { store } = ports
  const kept: string[] = []
  const app = createApp({
    ...ports,
    store: {
      ...store,
      atomic: (work) =>
        store.atomic((store) =>
          work({
            ...store,
            idempotencyKeys: {
              ...store.idempotencyKeys,
              keep(claim, outcome) {
                kept.push(outcome)
                return store.idempotencyKeys.keep(claim, outcome)
              },
            },
          }),
        ),
    },
  })
  const caller = await newUser(ports)
  /** What a use case returns, under the key by default. */
  const run = async (useCase: Parameters<typeof app.run>[0], raw: object, options: object = { idempotencyKey }) =>
    // biome-ignore lint/suspicious/noExplicitAny: each test knows what its use case returns
    (await app.run(useCase as never, caller, raw, options))._unsafeUnwrap() as any
  return { kept, run }
}

const rules = Array.from({ length: 28 }, () => ({
  type: 'query',
  value: 'x'.repeat(2000),
  target: 'https://a.example/',
}))
const rule = { type: 'device', value: 'bot', target: 'https://a.example/' }
const MAX_RECORD = 64 * 1024
const plain = {}

describe('an outcome of more than 64 KiB', () => {
  it('is stored in at most 64 KiB and replayed unchanged: a bulk creation, with its failures', async () => {
    const { kept, run } = await setUp()
    const inputs = Array.from({ length: 1000 }, (_, index) => {
      if (index % 10 === 3) return { target: `nowhere ${index}` }
      if (index % 10 === 7) return { target, slug: 'the-same' }
      // Refused with 50 different messages.
      if (index % 10 === 9)
        return { target, rules: [...Array(Math.floor(index / 20)).fill(rule), { ...rule, type: 'none' }] }
      return { target }
    })
    const first = await run(createLinks, { inputs })
    expect(first.filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(701)
    expect(kept.map((record) => record.length < MAX_RECORD)).toEqual([true])
    expect(await run(createLinks, { inputs })).toEqual(first)
  })

  it('is replayed with the current state of links, and null for a deleted one', async () => {
    const { run } = await setUp()
    const inputs = Array.from({ length: 100 }, () => ({ target }))
    const first = await run(createLinks, { inputs })
    const [{ value: changed }, { value: deleted }] = first
    await run(updateLinks, { inputs: [{ id: changed.id, title: 'new' }] }, plain)
    await run(deleteLinks, { ids: [deleted.id] }, plain)
    const again = await run(createLinks, { inputs })
    expect(again[0]).toEqual({ ...first[0], value: { ...changed, title: 'new' } })
    expect(again[1]).toEqual({ index: 1, ok: true, value: null, error: null })
    expect(again.slice(2)).toEqual(first.slice(2))
  })

  it('is stored in at most 64 KiB and replayed unchanged: bulk changes and deletions', async () => {
    const { kept, run } = await setUp()
    const made = await run(createLinks, { inputs: Array.from({ length: 900 }, () => ({ target })) }, plain)
    const ids = [...made.map(({ value }: { value: { id: string } }) => value.id), ...Array(100).fill('unknown')]
    const inputs = ids.map((id) => ({ id, title: 'changed' }))
    const changed = await run(updateLinks, { inputs })
    expect(await run(updateLinks, { inputs })).toEqual(changed)
    const deleted = await run(deleteLinks, { ids })
    expect(await run(deleteLinks, { ids })).toEqual(deleted)
    expect(deleted.filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(900)
    expect(kept.map((record) => record.length < MAX_RECORD)).toEqual([true, true])
  })

  it('is stored in at most 64 KiB and replayed: a link with many rules, without them once it was deleted', async () => {
    const { kept, run } = await setUp()
    const link = await run(createLink, { target, rules })
    expect(await run(createLink, { target, rules })).toEqual(link)
    expect(kept.map((record) => record.length < MAX_RECORD)).toEqual([true])
    await run(deleteLinks, { ids: [link.id] }, plain)
    expect(await run(createLink, { target, rules })).toEqual({ ...link, rules: [] })
  })

  it('is stored in at most 64 KiB and replayed: a bio page with many links, without them once it was deleted', async () => {
    const { kept, run } = await setUp()
    const page = await run(createBioPage, { slug: 'page' }, plain)
    for (let link = 0; link < 50; link += 1)
      await run(addBioLink, { bioPageId: page.id, url: target, label: 'x' }, plain)
    const changed = await run(updateBioPage, { id: page.id, title: 'new' })
    expect(changed.links).toHaveLength(50)
    expect(await run(updateBioPage, { id: page.id, title: 'new' })).toEqual(changed)
    expect(kept.map((record) => record.length < MAX_RECORD)).toEqual([true])
    await run(deleteBioPage, { id: page.id }, plain)
    expect(await run(updateBioPage, { id: page.id, title: 'new' })).toEqual({ ...changed, links: [] })
  })
})

describe('an outcome of less than 64 KiB', () => {
  it('is replayed word for word, also when its links were deleted', async () => {
    const { run } = await setUp()
    const inputs = [{ target }, { target: 'nowhere' }]
    const first = await run(createLinks, { inputs })
    await run(deleteLinks, { ids: [first[0].value.id] }, plain)
    expect(await run(createLinks, { inputs })).toEqual(first)
  })
})
