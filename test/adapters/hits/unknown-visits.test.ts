import { countUnknownVisits } from '@shortlink/adapters/hits'
import type { UnknownVisitCount } from '@shortlink/core/ports'
import { expect, it } from 'vitest'

const NOON = Date.UTC(2026, 0, 1, 12)
const TODAY = Date.UTC(2026, 0, 1)

/** A counter whose ten seconds pass when a test says so, and what it stored. */
function setUp() {
  const stored: (readonly UnknownVisitCount[])[] = []
  const lost: number[] = []
  const given = { time: NOON, isAway: false }
  let pass = () => {}
  const counter = countUnknownVisits({
    store: {
      unknownVisits: {
        count: async (counts) => {
          if (given.isAway) throw new Error('the store is away')
          stored.push(counts)
        },
        top: async () => [],
        async *sweep() {},
      },
    },
    servedHosts: { isOwn: () => true, find: (host) => (host === 'foreign.example' ? 'foreign' : 'own') },
    clock: { now: () => given.time },
    onLost: (visits) => lost.push(visits),
    timers: {
      once: () => () => {},
      every: (_delayMs, work) => {
        pass = work
        return () => {}
      },
    },
  })
  const tenSeconds = async () => {
    pass()
    await counter.flush()
  }
  return { counter, stored, lost, given, tenSeconds }
}

it('visits are stored every ten seconds and at a stop, in batches, those of a slug and day as one count', async () => {
  const { counter, stored, given, tenSeconds } = setUp()
  for (const slug of ['a', 'b', 'a']) counter.count('sho.rt', slug)
  expect(stored).toEqual([])
  await tenSeconds()
  const count = { day: TODAY, domain: null, hits: 1 }
  expect(stored.splice(0)).toEqual([
    [
      { ...count, slug: 'a', hits: 2 },
      { ...count, slug: 'b' },
    ],
  ])
  given.time += 12 * 60 * 60 * 1000
  counter.count('sho.rt', 'a')
  await counter.close()
  expect(stored.splice(0)).toEqual([[{ ...count, slug: 'a', day: Date.UTC(2026, 0, 2) }]])
  await tenSeconds()
  expect(stored).toEqual([])
})

it('between two stores at most 10,000 slugs are counted, whose counts go on', async () => {
  const { counter, stored, tenSeconds } = setUp()
  for (let n = 0; n < 10_100; n += 1) counter.count('sho.rt', `s${n}`)
  counter.count('sho.rt', 's0')
  await tenSeconds()
  expect(stored.flat()).toHaveLength(10_000)
  expect(Math.max(...stored.map(({ length }) => length))).toBe(100)
  expect(stored.flat()[0]).toMatchObject({ slug: 's0', hits: 2 })
})

it('what no slug can be and visits to hosts that serve nothing are left out', async () => {
  const { counter, stored, tenSeconds } = setUp()
  for (const slug of ['wp-login.php', 'x'.repeat(101), '', 'ä']) counter.count('sho.rt', slug)
  counter.count('foreign.example', 'a')
  await tenSeconds()
  expect(stored).toEqual([])
})

it('visits that cannot be stored are reported and not stored again', async () => {
  const { counter, stored, lost, given, tenSeconds } = setUp()
  for (const slug of ['a', 'b', 'a']) counter.count('sho.rt', slug)
  given.isAway = true
  await tenSeconds()
  expect(lost).toEqual([3])
  given.isAway = false
  await tenSeconds()
  expect(stored).toEqual([])
})
