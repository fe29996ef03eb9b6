import { openPostgresHits, openPostgresStore } from '@shortlink/adapters/postgres'
import type { LinkId, NewHit } from '@shortlink/core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { clearLater, VisitorSet } from '../../../../adapters/sql/hits/visitor-set.ts'
import { aHit, newLink, times } from '../../../../core/contracts/samples.ts'
import { newPostgresDatabase } from '../../../support/databases.ts'
import { expectExactSums } from '../../../support/exact-sums.ts'

/** More than the recorder stores in one transaction. */
const MANY = 5200

async function setUp() {
  const url = await newPostgresDatabase()
  const store = await openPostgresStore({ url })
  onTestFinished(() => store.close())
  const openRecorder = () => {
    const recorder = openPostgresHits({ url })
    onTestFinished(() => recorder.close())
    return recorder
  }
  const hitsTotal = async (id: LinkId) =>
    (await store.hits.countByCountry(id)).reduce((total, { count }) => total + count, 0)
  return { url, openRecorder, hitsTotal, link: await newLink(store), other: await newLink(store) }
}

it('servers that get the same visitors at the same time count each once, also one that was started again', async () => {
  const { url, openRecorder, hitsTotal, link, other } = await setUp()
  const hit = (n: number): NewHit => ({ ...aHit(n % 2 ? link.id : other.id, { at: Date.now() }), visitor: BigInt(n) })
  const recorders = times(3, openRecorder)
  for (const round of times(4, (n) => n)) {
    const batches = recorders.map((_, at) => times(100, (n) => hit((n * 7 + at * 20) % (100 + round * 50))))
    await Promise.all(recorders.map((recorder, at) => recorder.record(batches[at] ?? [])))
  }
  await openRecorder().record(times(250, hit))
  await expectExactSums(url, { visitors: 250 })
  expect((await hitsTotal(link.id)) + (await hitsTotal(other.id))).toBe(4 * 300 + 250)
})

it('visits that the database refused count when they are stored later, those before them once', async () => {
  const { url, openRecorder, hitsTotal, link } = await setUp()
  const recorder = openRecorder()
  const hits = times(MANY, (n): NewHit => ({ ...aHit(link.id, { at: Date.now() }), visitor: BigInt(n % 3000) }))
  const refused = hits.with(-1, { ...(hits.at(-1) as NewHit), language: '\0' })
  await expect(recorder.record(refused)).rejects.toThrow()
  expect(await hitsTotal(link.id)).toBe(5000)
  await recorder.record(hits)
  expect(await hitsTotal(link.id)).toBe(MANY)
  await expectExactSums(url, { visitors: 3000 })
  const later = times(3010, (n): NewHit => ({ ...aHit(link.id, { at: Date.now() }), visitor: BigInt(n) }))
  const unstored = later.with(0, { ...(later[0] as NewHit), language: '\0' })
  await expect(recorder.record(unstored)).rejects.toThrow()
  await recorder.record(later)
  await expectExactSums(url, { visitors: 3010 })
})

it('visitors differ by day, link and each half of their number, also in a set that has grown', () => {
  const set = new VisitorSet(10)
  const visitors = times(1000, (n) => [n % 2, 1 + (n % 5), BigInt(n % 10) | (BigInt(n % 100) << 40n)] as const)
  const different = new Set(visitors.map(String))
  const added = visitors.filter((visitor) => set.add(...visitor))
  expect(added).toHaveLength(different.size)
  expect(set.size).toBe(different.size)
  expect(visitors.every((visitor) => set.has(...visitor))).toBe(true)
  expect(set.has(2, 1, 0n)).toBe(false)
  expect(set.has(0, 6, 0n)).toBe(false)
})

it('a set that is to be cleared later holds nothing then', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const set = new VisitorSet(10)
  set.add(1, 2, 3n)
  clearLater(set, 60_000)
  vi.advanceTimersByTime(59_999)
  expect(set.has(1, 2, 3n)).toBe(true)
  vi.advanceTimersByTime(1)
  expect([set.has(1, 2, 3n), set.size]).toEqual([false, 0])
})
