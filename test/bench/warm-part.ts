import { setTimeout as sleep } from 'node:timers/promises'
import { cachedLinks } from '@shortlink/adapters/cache'
import { memoryInUse } from '../support/memory.ts'
import { hasRules, openFixture, seedLinks, slugOf } from './fixture.ts'
import { grouped, median } from './numbers.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'

const FEW = 1000
const MANY = 100_000
const LOOKUPS = 100_000
const ROUNDS = 15
/** Room for all of them, since none must have to be read again. */
const MAX_BYTES = 2 ** 28
/** A literal address is never a custom domain, so the store is not asked for its owner. */
const HOST = '127.0.0.1'
/** Milliseconds in which the cache hears from the database. */
const HEARTBEAT = 500

/** What a warm link takes: memory, and time to find it among few and among many. */
export async function measureWarm({ links }: { readonly links: number }): Promise<Part> {
  progress(`warm: making ${grouped(links)} links`)
  const fixture = await openFixture('sqlite')
  await fixture.run(seedLinks({ count: links }))
  const store = await fixture.openStore()
  const many = Math.min(MANY, links)
  const warmed = async (numbers: readonly number[]) => {
    const { find } = cachedLinks({ store, maxBytes: MAX_BYTES })
    for (const n of numbers) await find(HOST, slugOf(n))
    return { find, numbers }
  }
  const measured = async (numbers: readonly number[]) => {
    const before = memoryInUse()
    const cache = await warmed(numbers)
    return { cache, bytes: (memoryInUse() - before) / numbers.length }
  }

  progress('warm: memory')
  const numbers = Array.from({ length: many }, (_, n) => n)
  const small = await warmed(numbers.slice(0, FEW))
  const plain = await measured(numbers.filter((n) => !hasRules(n)))
  const { cache: large, bytes } = await measured(numbers)

  const times: { few: number[]; many: number[] } = { few: [], many: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    progress(`warm: lookups, round ${round + 1} of ${ROUNDS}`)
    for (const [taken, of] of [[times.few, small] as const, [times.many, large] as const]) {
      // Without a word from the database for a second, the cache would trust itself no longer.
      await sleep(HEARTBEAT)
      taken.push(lookUp(of))
    }
  }
  await store.close()
  const [few, lots] = [median(times.few), median(times.many)]
  return {
    title: 'Link cache',
    note: `${grouped(links)} cached links. A tenth of the links has three rules. Lookups in no order, the slug as a fresh text each time as in a redirect, which takes some twenty microseconds beside them.`,
    figures: [
      { what: 'memory per cached link without rules', value: plain.bytes, unit: 'bytes', atMost: 400 },
      { what: 'memory per cached link, a tenth with three rules', value: bytes, unit: 'bytes' },
      { what: `lookup among ${grouped(FEW)}`, value: few, unit: 'µs' },
      { what: `lookup among ${grouped(many)}`, value: lots, unit: 'µs' },
      {
        what: 'added to a 20 µs redirect by the larger cache',
        value: ((lots - few) / 20) * 100,
        unit: '%',
        atMost: 10,
      },
    ],
  }
}

interface Warmed {
  readonly find: (host: string, slug: string) => unknown
  readonly numbers: readonly number[]
}

/** Microseconds of one lookup. */
function lookUp({ find, numbers }: Warmed): number {
  const slugs = numbers.map(slugOf)
  let at = 0
  const start = performance.now()
  for (let n = 0; n < LOOKUPS; n += 1) {
    // A prime step visits every slug once, far from the one before; a slice has no hash yet.
    at = (at + 7919) % slugs.length
    const found = find(HOST, `/${slugs[at]}`.slice(1))
    if (found === undefined || found instanceof Promise) throw new Error('A warm link was not found at once')
  }
  return ((performance.now() - start) * 1000) / LOOKUPS
}
