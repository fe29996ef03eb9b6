import { openSqliteHits, openSqliteStore } from '@shortlink/adapters/sqlite'
import type { LinkId, NewHit } from '@shortlink/core'
import { aHit, newLink } from '@shortlink/core/contracts'
import { DAY_MS } from '@shortlink/core/host'
import Sqlite from 'better-sqlite3'
import { errAsync, ResultAsync } from 'neverthrow'
import { expect, it, onTestFinished } from 'vitest'
import { times } from '../../../core/contracts/samples.ts'
import { newSqliteFile } from '../../support/databases.ts'
import { expectExactSums } from '../../support/exact-sums.ts'

/** Visitors of a day that are known from memory. */
const MOST = 650_000

async function setUp() {
  const file = newSqliteFile()
  const store = await openSqliteStore({ file })
  onTestFinished(() => store.close())
  const openRecorder = () => {
    const recorder = openSqliteHits({ file })
    onTestFinished(() => recorder.close())
    return recorder
  }
  const db = new Sqlite(file)
  onTestFinished(() => void db.close())
  const [link, other] = [await newLink(store), await newLink(store)]
  const numberOf = (id: LinkId) => db.prepare<[string], number>('select no from links where id = ?').pluck().get(id)
  const count = (from: string) => db.prepare<[], number>(`select count(*) from ${from}`).pluck().get()
  const now = Date.now()
  const hit = (visitor: number | bigint, at = now): NewHit => ({
    ...aHit(Number(visitor) % 2 ? link.id : other.id, { at }),
    visitor: BigInt(visitor),
  })
  return { url: `sqlite:${file}`, store, openRecorder, db, numberOf, count, hit, link, other }
}

it('two connections that store the same visitors in turns count each once, also one that was opened later', async () => {
  const { url, store, openRecorder, hit } = await setUp()
  const recorders = [openRecorder(), openRecorder(), store.hits]
  for (const round of times(9, (n) => n)) {
    for (const [at, recorder] of recorders.entries())
      await recorder.record(times(60, (n) => hit((n * 7 + at * 20) % (100 + round * 50))))
  }
  await openRecorder().record(times(500, (n) => hit(n)))
  await openRecorder().record(times(500, (n) => hit(n)))
  await expectExactSums(url, { visitors: 500 })
})

it('visitors who come one by one share rows, and days do not share visitors', async () => {
  const { url, openRecorder, count, hit } = await setUp()
  const today = Date.now()
  const recorder = openRecorder()
  for (const n of times(170, (n) => n)) await recorder.record([hit(n, today), hit(n, today - DAY_MS), hit(n, today)])
  await openRecorder().record(times(170, (n) => hit(n, today - (n % 2) * DAY_MS)))
  await expectExactSums(url, { visitors: 170 })
  expect(count('hits where fresh = 1')).toBe(340)
  expect(count('visitor_batches')).toBe(6)
  expect(count('hit_visitors')).toBe(0)
})

it('visitors of transactions that were rolled back are first visitors later', async () => {
  const { url, store, openRecorder, hit } = await setUp()
  const recorder = openRecorder()
  await recorder.record(times(10, (n) => hit(n)))
  const unstorable = { ...hit(200), language: {} } as unknown as NewHit
  await expect(recorder.record([...times(100, (n) => hit(n)), unstorable])).rejects.toThrow()
  const refused = await store.atomic(({ hits }) =>
    ResultAsync.fromSafePromise(hits.record(times(150, (n) => hit(n)))).andThen(() => errAsync('refused')),
  )
  expect(refused.isErr()).toBe(true)
  await store.hits.record(times(120, (n) => hit(n)))
  await recorder.record(times(201, (n) => hit(n)))
  await expectExactSums(url, { visitors: 201 })
})

it('a hit that is stored again adds no visitor', async () => {
  const { url, openRecorder, hit } = await setUp()
  const again = hit(1)
  await openRecorder().record([again, again, { ...again, visitor: 3n }])
  await openRecorder().record([{ ...again, visitor: 5n }])
  await expectExactSums(url, { visitors: 1 })
})

it('each visitor of a day with more than memory holds counts once, before a restart and after', async () => {
  const { openRecorder, db, numberOf, count, hit, link } = await setUp()
  const at = Date.now()
  const number = numberOf(link.id) ?? 0
  const members = Buffer.alloc((MOST - 10) * 12)
  for (let n = 0; n < MOST - 10; n += 1) {
    members.writeUInt32LE(number, n * 12)
    members.writeBigUInt64LE(BigInt(2 * n + 1), n * 12 + 4)
  }
  db.prepare('insert into visitor_batches (day, no, visitors) values (?, 0, ?)').run(Math.floor(at / DAY_MS), members)
  const recorder = openRecorder()
  await recorder.record([...times(50, (n) => hit(2 * n + 1, at)), ...times(30, (n) => hit(2 * n, at))])
  expect(count('hits where fresh = 1')).toBe(30)
  expect(count('hit_visitors')).toBe(20)
  await recorder.record(times(35, (n) => hit(2 * n, at)))
  await openRecorder().record(times(40, (n) => hit(2 * n, at)))
  expect(count('hits where fresh = 1')).toBe(40)
  expect(count('hit_visitors')).toBe(30)
})

it('visitors of a day that the database had as rows, as after a copy, count once', async () => {
  const { openRecorder, db, numberOf, count, hit, other } = await setUp()
  const at = Date.now()
  for (const n of times(10, (n) => n))
    db.prepare('insert into hit_visitors values (?, ?, ?)').run(Math.floor(at / DAY_MS), numberOf(other.id), 2 * n)
  await openRecorder().record(times(15, (n) => hit(2 * n, at)))
  await openRecorder().record(times(15, (n) => hit(2 * n, at)))
  expect(count('hits where fresh = 1')).toBe(5)
  expect(count('hit_visitors')).toBe(15)
})

it('a day whose visitors were deleted, as those of early days are, begins anew', async () => {
  const { openRecorder, db, count, hit } = await setUp()
  const at = Date.now() - 5 * DAY_MS
  const recorder = openRecorder()
  await recorder.record(times(100, (n) => hit(n, at)))
  for (const visitors of [90, 20, 50]) {
    db.exec('delete from visitor_batches; delete from hits')
    await recorder.record(times(visitors, (n) => hit(n, at)))
    expect(count('hits where fresh = 1')).toBe(visitors)
  }
})
