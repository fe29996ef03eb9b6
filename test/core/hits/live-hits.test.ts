import type { Hit, Link, UserId } from '@shortlink/core'
import { aHit, newLink, newOwner } from '@shortlink/core/contracts'
import { type HitNews, liveHits } from '@shortlink/core/host'
import { describe, expect, it, vi } from 'vitest'
import { testPorts } from '../../support/ports.ts'

async function fixture() {
  const ports = testPorts()
  const { store, clock } = ports
  const errors: unknown[] = []
  const live = liveHits(ports, (error) => errors.push(error))
  const latest = vi.spyOn(store.hitStream, 'latest')
  const find = vi.spyOn(store.hitStream, 'find')

  async function account() {
    const owner = await newOwner(store)
    return { owner, link: await newLink(store, { owner }) }
  }
  /** Records visits at the present, or so much earlier. */
  async function visit(link: Link, { count = 1, earlierMs = 0 } = {}) {
    const hits = Array.from({ length: count }, () => aHit(link.id, { at: clock.now() - earlierMs }))
    await store.hits.record(hits)
    return hits
  }
  async function listen(owner: UserId) {
    const news: HitNews[] = []
    const end = await live.listen(owner, (one) => news.push(one))
    return { news, end, ids: () => news.flatMap(({ hits }) => hits.map(({ hit }) => hit.id)) }
  }
  async function pass(seconds = 1) {
    for (let half = 0; half < 2 * seconds; half++) {
      clock.advance(500)
      // Reads of the store, and the pauses between accounts, before the next timer is set.
      for (let step = 0; step < 10; step++) await new Promise(setImmediate)
    }
  }
  return { ports, errors, latest, find, account, visit, listen, pass }
}

const idsOf = (hits: readonly Hit[]) => hits.map(({ id }) => id)

describe('live visits', () => {
  it('a listener gets each visit of the account once, with its link, and those of no other account', async () => {
    const { account, visit, listen, pass } = await fixture()
    const [own, other] = [await account(), await account()]
    const listener = await listen(own.owner)
    const first = await visit(own.link)
    await visit(other.link)
    await pass()
    expect(listener.news).toEqual([{ hits: [{ hit: first[0], slug: own.link.slug }], skipped: 0 }])
    const second = await visit(own.link, { count: 3 })
    await pass(10)
    expect(listener.ids()).toEqual(idsOf([...first, ...second]))
  })

  it('visits from before are no news, whether or not others listen already', async () => {
    const { account, visit, listen, pass } = await fixture()
    const [own, other] = [await account(), await account()]
    await visit(own.link)
    const first = await listen(own.owner)
    await visit(other.link)
    const second = await listen(other.owner)
    await pass(3)
    expect([first.ids(), second.ids()]).toEqual([[], []])
  })

  it('a visit that is stored late, with a lower id than one that was passed on, still comes', async () => {
    const { account, visit, listen, pass } = await fixture()
    const { owner, link } = await account()
    await pass(60)
    const listener = await listen(owner)
    const early = await visit(link)
    await pass(3)
    const late = await visit(link, { earlierMs: 4000 })
    const tooLate = await visit(link, { earlierMs: 7000 })
    await pass(3)
    expect(listener.ids()).toEqual(idsOf([...early, ...late]))
    expect(listener.ids()).not.toContain(tooLate[0]?.id)
  })

  it('of more than 200 visits the latest come, with the number of the others', async () => {
    const { account, visit, listen, pass } = await fixture()
    const { owner, link } = await account()
    const listener = await listen(owner)
    await visit(link, { count: 250, earlierMs: 5 })
    const latest = await visit(link, { count: 5 })
    await pass()
    const [news] = listener.news
    expect(news?.skipped).toBe(55)
    expect(news?.hits).toHaveLength(200)
    expect(idsOf(news?.hits.map(({ hit }) => hit) ?? [])).toEqual(expect.arrayContaining(idsOf(latest)))
    await pass(3)
    expect(listener.news).toHaveLength(1)
  })

  it('200 visits come in a second, however they are spread over it', async () => {
    const { account, visit, listen, pass } = await fixture()
    const { owner, link } = await account()
    const listener = await listen(owner)
    await visit(link, { count: 150 })
    await pass(0.5)
    await visit(link, { count: 150 })
    await pass(0.5)
    expect(listener.news.map(({ hits, skipped }) => [hits.length, skipped])).toEqual([
      [150, 0],
      [50, 100],
    ])
    await visit(link, { count: 150 })
    await pass()
    expect(listener.ids()).toHaveLength(350)
  })

  it('the store is read twice a second for all listeners, and never without any', async () => {
    const { account, listen, pass, latest, find } = await fixture()
    await pass(5)
    expect(latest).not.toHaveBeenCalled()
    const accounts = await Promise.all([account(), account(), account()])
    const listeners = await Promise.all(accounts.flatMap(({ owner }) => [listen(owner), listen(owner)]))
    latest.mockClear()
    await pass(5)
    expect(latest).toHaveBeenCalledTimes(10)
    for (const { end } of listeners) end()
    latest.mockClear()
    find.mockClear()
    await pass(5)
    expect(latest).not.toHaveBeenCalled()
    expect(find).not.toHaveBeenCalled()
  })

  it('one that has left gets nothing more, while others of the account go on', async () => {
    const { account, visit, listen, pass } = await fixture()
    const { owner, link } = await account()
    const [first, second] = [await listen(owner), await listen(owner)]
    first.end()
    first.end()
    const hits = await visit(link)
    await pass()
    expect(first.ids()).toEqual([])
    expect(second.ids()).toEqual(idsOf(hits))
  })

  it('one that begins while another of the account waits for a visit does not take it away', async () => {
    const { ports, account, visit, listen, pass, latest } = await fixture()
    const { owner, link } = await account()
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    latest.mockRestore()
    const read = ports.store.hitStream.latest
    vi.spyOn(ports.store.hitStream, 'latest').mockImplementationOnce(async (...args) => {
      asked.resolve()
      await answer.promise
      return read(...args)
    })
    const second = listen(owner)
    await asked.promise
    const first = await listen(owner)
    const hits = await visit(link)
    answer.resolve()
    await second
    await pass()
    expect(first.ids()).toEqual(idsOf(hits))
  })

  it('after a failure of the store, visits that it kept back come', async () => {
    const { account, visit, listen, pass, find, errors } = await fixture()
    const { owner, link } = await account()
    const listener = await listen(owner)
    const hits = await visit(link)
    find.mockRejectedValueOnce(new Error('away'))
    await pass(2)
    expect(errors).toEqual([new Error('away')])
    expect(listener.ids()).toEqual(idsOf(hits))
  })

  it('a clock that was set back while no one listened holds no visit back', async () => {
    const { ports, account, visit, listen, pass } = await fixture()
    const { owner, link } = await account()
    ;(await listen(owner)).end()
    ports.clock.advance(-3_600_000)
    const listener = await listen(owner)
    const hits = await visit(link)
    await pass()
    expect(listener.ids()).toEqual(idsOf(hits))
  })
})
