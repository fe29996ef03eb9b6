import { createApp, type LinkId, linkVisits } from '@shortlink/core'
import type { Ports } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { aHit, newLink, times } from '../../../core/contracts/samples.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function setUp(overrides: Partial<Ports> = {}) {
  const ports = testPorts(overrides)
  const app = createApp(ports)
  const caller = await newUser(ports)
  const link = async (owner = caller.userId) => (await newLink(ports.store, { owner })).id
  const ask = async (input: object) => (await app.run(linkVisits, caller, input))._unsafeUnwrap()
  const visit = (link: LinkId, daysAgo: number) =>
    ports.store.hits.record([aHit(link, { at: ports.clock.now() - daysAgo * DAY_MS })])
  return { ports, app, caller, link, ask, visit }
}

describe('visits of links by day', () => {
  it('are 30 numbers by default, of which the last is today’s', async () => {
    const { link, ask, visit } = await setUp()
    const id = await link()
    for (const daysAgo of [0, 0, 1, 29, 30]) await visit(id, daysAgo)
    expect(await ask({ ids: [id] })).toEqual([{ id, days: [1, ...new Array(27).fill(0), 1, 2] }])
    expect(await ask({ ids: [id], days: null })).toEqual(await ask({ ids: [id], days: 30 }))
  })

  it('begin and end with the days of UTC', async () => {
    const { ports, link, ask } = await setUp()
    const id = await link()
    // The clock starts at noon.
    const midnight = ports.clock.now() - DAY_MS / 2
    await ports.store.hits.record([aHit(id, { at: midnight - 1 }), aHit(id, { at: midnight })])
    ports.clock.advance(DAY_MS / 2 - 1)
    expect(await ask({ ids: [id], days: 2 })).toEqual([{ id, days: [1, 1] }])
    ports.clock.advance(1)
    expect(await ask({ ids: [id], days: 2 })).toEqual([{ id, days: [1, 0] }])
  })

  it('come in the order of the ids, each link once, without those of others', async () => {
    const { ports, link, ask, visit } = await setUp()
    const [one, two, bare] = [await link(), await link(), await link()]
    const foreign = await link((await newUser(ports)).userId)
    for (const id of [one, two, two, foreign]) await visit(id, 0)
    expect(await ask({ ids: [two, foreign, bare, 'none', two, one], days: 1 })).toEqual([
      { id: two, days: [2] },
      { id: bare, days: [0] },
      { id: one, days: [1] },
    ])
    expect(await ask({ ids: [] })).toEqual([])
  })

  it('of many links and days are read at most 2000 days at a time', async () => {
    const plain = testPorts()
    const sizes: number[] = []
    const { hits } = plain.store
    const countByDay: typeof hits.countByDay = (owner, links, { from, to }) => {
      sizes.push(links.length * (to - from))
      return hits.countByDay(owner, links, { from, to })
    }
    const store = { ...plain.store, hits: { ...hits, countByDay } }
    const { link, ask, visit } = await setUp({ store })
    const ids: LinkId[] = []
    while (ids.length < 100) ids.push(await link())
    for (const [index, id] of ids.entries()) await visit(id, index * 3)
    const visits = await ask({ ids, days: 365 })
    expect(visits.map(({ id }) => id)).toEqual(ids)
    for (const [index, { days }] of visits.entries()) expect(days.indexOf(1)).toBe(364 - index * 3)
    expect(sizes).toEqual(times(20, () => 5 * 365))
    await ask({ ids: ids.slice(0, 50) })
    expect(sizes.at(-1)).toBe(50 * 30)
  })

  it.each([
    [{ ids: times(101, () => 'x') }, 'ids takes at most 100 items', 'ids'],
    [{ ids: 'x' }, 'ids must be a list', 'ids'],
    [{}, 'ids must be a list', 'ids'],
    [{ ids: [], days: 0 }, 'days must be at least 1', 'days'],
    [{ ids: [], days: 366 }, 'days must be at most 365', 'days'],
    [{ ids: [], days: 1.5 }, 'days must be a whole number', 'days'],
  ])('are refused for bad input: %j', async (input, message, path) => {
    const { app, caller } = await setUp()
    const refused = (await app.run(linkVisits, caller, input))._unsafeUnwrapErr()
    expect(refused).toEqual({ type: 'invalid-input', message, path })
  })
})
