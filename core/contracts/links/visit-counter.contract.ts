import { describe, expect, it, vi } from 'vitest'
import { finish } from '../../kernel/steps.ts'
import type { Link } from '../../links/link.ts'
import { toServedLink } from '../../links/served/to-served-link.ts'
import type { VisitCounter } from '../../links/visits/visit-limits.port.ts'
import type { Store } from '../../ports.ts'
import { newLink, newOwner, times } from '../samples.ts'

export interface VisitCounterFixture {
  /** Counters of servers that share the store; more than one where servers can. */
  readonly counters: readonly [VisitCounter, ...VisitCounter[]]
  /** The store that the links are changed through; it may be another server's. */
  readonly store: Pick<Store, 'links' | 'users' | 'visitLimits'>
}

/** Visits of limited links by the redirect. `setUp` is called once per test. */
export const visitCounterContract = (setUp: () => VisitCounterFixture | Promise<VisitCounterFixture>) =>
  describe('visit counter', () => {
    async function limited(maxVisits: number) {
      const fixture = await setUp()
      const { store, counters } = fixture
      const owner = await newOwner(store)
      const { id } = await newLink(store, { owner, maxVisits })
      const served = async () => finish(toServedLink((await store.links.findOwned(owner, id)) as Link))
      const link = await served()
      /** Number of admitted visits. The calls go to all counters concurrently, in rotation. */
      const admitted = async (visits: number, to = link) => {
        const taken = await Promise.all(times(visits, (n) => counters[n % counters.length]?.take(to)))
        return taken.filter(Boolean).length
      }
      return { ...fixture, owner, id, link, served, admitted }
    }

    it.each([1, 2, 64, 300])('of a limit of %i visits racing ones get all, and none more', async (maxVisits) => {
      const { link, admitted, counters } = await limited(maxVisits)
      // One counter may hold a lease that others lack, so try each until it has none.
      let total = 0
      for (const share of [maxVisits, maxVisits]) total += await admitted(share * counters.length)
      expect(total).toBe(maxVisits)
      for (const counter of counters) {
        expect(await counter.take(link)).toBe(false)
        expect(await counter.hasLeft(link)).toBe(false)
      }
    })

    it('asking whether a visit is left takes none', async () => {
      const { link, counters, admitted } = await limited(2)
      for (const _ of times(3, String)) expect(await counters[0].hasLeft(link)).toBe(true)
      expect(await admitted(5)).toBe(2)
    })

    it('a link that is used up admits visitors soon after its limit is raised, and as many', async () => {
      const { owner, id, admitted, served, store } = await limited(1)
      expect(await admitted(2)).toBe(1)
      await store.links.updateOwned(owner, id, { maxVisits: 4 })
      const changed = await served()
      expect(await admittedSoon(3, () => admitted(20, changed))).toBe(3)
    })

    it('a lowered limit counts the visits that were leased before, once they are back', async () => {
      const { owner, id, link, served, store, counters } = await limited(6400)
      for (const counter of counters) expect(await counter.take(link)).toBe(true)
      await store.links.updateOwned(owner, id, { maxVisits: 50 })
      const changed = await served()
      const rest = 50 - counters.length
      await vi.waitFor(async () => expect(await store.visitLimits.left(id)).toBe(rest), SOON)
      const taken = await Promise.all(times(200, (n) => counters[n % counters.length]?.take(changed)))
      expect(taken.filter(Boolean)).toHaveLength(rest)
    })

    it('a limit that is set again admits its own number of visitors', async () => {
      const { owner, id, admitted, served, store } = await limited(1000)
      expect(await admitted(10)).toBe(10)
      await store.links.updateOwned(owner, id, { maxVisits: null })
      await store.links.updateOwned(owner, id, { maxVisits: 3 })
      const again = await served()
      expect(await admittedSoon(3, () => admitted(20, again))).toBe(3)
    })
  })

/** Until a change of another server is noticed. */
const SOON = { timeout: 60_000, interval: 20 }

/**
 * The sum of admissions once it has reached `count`: servers learn of a change one after the other, and the last one returns its leases.
 */
async function admittedSoon(count: number, admit: () => Promise<number>): Promise<number> {
  let sum = 0
  await vi.waitFor(async () => {
    sum += await admit()
    expect(sum).toBeGreaterThanOrEqual(count)
  }, SOON)
  return sum + (await admit())
}
