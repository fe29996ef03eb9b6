import type { Worker } from 'node:worker_threads'
import { type HitSink, type HitTrouble, Journal, localSink, openHitRecorder } from '@shortlink/adapters/hits'
import { openMemoryStore } from '@shortlink/adapters/memory'
import type { LinkId } from '@shortlink/core'
import { hitRecorderContract, newLink } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../support/databases.ts'
import { knownVisitors } from '../../support/facts.ts'
import {
  aVisit,
  away,
  CHROME,
  clock,
  journalFiles,
  LINK,
  listSink,
  sqliteWithWorker,
} from '../../support/hit-recorder.ts'

const stored = async (store: Store, link: LinkId) =>
  (await store.hits.listByLink(link, { skip: 0, take: 10_000 })).length

/** Has time pass by `vi.advanceTimersByTime` only. Returns a function that waits for a condition meanwhile, as `expect.poll` would not. */
function fakeTimers() {
  const { setTimeout } = globalThis
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return async (isMet: () => boolean) => {
    while (!isMet()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** A recorder over a hit worker, which may take seconds to start on a busy machine. */
const overThread = (thread: () => HitSink, folder: string) =>
  openHitRecorder({
    sink: thread(),
    clock,
    replica: 0,
    journal: new Journal({ folder }),
    flushTimeoutMs: 60_000,
    closeTimeoutMs: 60_000,
  })

describe('with a worker thread over SQLite', () => {
  hitRecorderContract(async () => {
    const { folder, store, link, thread } = await sqliteWithWorker()
    const recorder = overThread(thread, folder)
    onTestFinished(() => recorder.close())
    return { recorder, link, stored: () => stored(store, link) }
  })
})

describe('in the calling thread over a memory store', () => {
  hitRecorderContract(async () => {
    const store = openMemoryStore()
    const { id: link } = await newLink(store)
    const sink = localSink({ hits: store.hits, visitors: knownVisitors({}).visitors, anonymize: false })
    const recorder = openHitRecorder({ sink, clock, replica: 0 })
    onTestFinished(() => recorder.close())
    return { recorder, link, stored: () => stored(store, link) }
  })
})

describe('recorded visits', () => {
  it('the hit worker stores every recorded visit, with the visitor’s country, browser and device', async () => {
    const { folder, store, link, thread, hitCount } = await sqliteWithWorker()
    const recorder = overThread(thread, folder)
    for (let visit = 0; visit < 2500; visit += 1) recorder.record(aVisit(link, { at: visit }))
    await recorder.flushed()
    expect(await hitCount()).toBe(2500)
    const [newest] = await store.hits.listByLink(link, { skip: 0, take: 1 })
    expect(newest).toMatchObject({
      at: 2499,
      ip: '8.8.8.8',
      type: 'IPv4',
      userAgent: CHROME,
      referrer: 'https://news.example/article',
      country: 'US',
      browser: { name: 'Chrome' },
      device: 'desktop',
    })
    expect(recorder.counters()).toMatchObject({ stored: 2500, dropped: 0, buffered: 0 })
    await recorder.close()
  })

  it('a visit is stored at once after a pause, and those that follow gather on disk until a flush', async () => {
    const { sink, seen, control } = listSink()
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder: temporaryFolder() }) })
    recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size).toBe(1)
    for (let spilled = 2; spilled <= 10; spilled += 1) {
      recorder.record(aVisit(LINK))
      await expect.poll(() => recorder.counters().spilled).toBe(spilled)
    }
    expect(control.calls).toBeLessThan(8)
    await recorder.flushed()
    expect(seen.size).toBe(10)
    recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size).toBe(11)
    await recorder.close()
  })

  it('the memory of visits is freed as soon as they are stored and on disk', async () => {
    const seen: Parameters<HitSink['store']>[0][number][] = []
    const sink: HitSink = { store: async (batches) => void seen.push(...batches), close: async () => {} }
    const journal = new Journal({ folder: temporaryFolder() })
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal })
    for (let visit = 0; visit < 200; visit += 1) recorder.record(aVisit(LINK))
    await recorder.flushed()
    await expect.poll(() => seen.map(({ json }) => json.buffer.byteLength)).toEqual([0])
    await recorder.close()
  })

  it('visits that are stored before they are on disk are written to it whole', async () => {
    const { sink, seen } = listSink()
    const journal = new Journal({ folder: temporaryFolder() })
    const gate = Promise.withResolvers<void>()
    const append = journal.append.bind(journal)
    const written: number[] = []
    vi.spyOn(journal, 'append').mockImplementation(async (batches) => {
      await gate.promise
      written.push(...batches.map(({ count, json }) => count * Math.sign(json.byteLength)))
      return append(batches)
    })
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal })
    for (let visit = 0; visit < 200; visit += 1) recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size).toBe(200)
    gate.resolve()
    await expect.poll(() => recorder.counters().spilled).toBe(200)
    expect(written).toEqual([200])
    await recorder.close()
  })

  it('a visit that gathers with others is stored 1.3 s after it came', async () => {
    const until = fakeTimers()
    const { sink, seen } = listSink()
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder: temporaryFolder() }) })
    for (let spilled = 1; spilled <= 2; spilled += 1) {
      recorder.record(aVisit(LINK))
      vi.advanceTimersByTime(70)
      await until(() => recorder.counters().spilled === spilled && seen.size === 1)
    }
    vi.advanceTimersByTime(1130)
    await until(() => seen.size === 2)
    await recorder.close()
  })

  it('visits do not gather without a journal, nor from the moment on when it takes no more', async () => {
    const until = fakeTimers()
    for (const journal of [undefined, new Journal({ folder: temporaryFolder(), maxSize: 8000 })]) {
      const { sink, seen } = listSink()
      const recorder = openHitRecorder({ sink, clock, replica: 0, journal })
      for (let visit = 1; visit <= 12; visit += 1) {
        recorder.record(aVisit(LINK, { userAgent: 'x'.repeat(1000) }))
        vi.advanceTimersByTime(70)
        await until(() => recorder.counters().spilled === visit || seen.size === visit)
      }
      await until(() => seen.size === 12)
      await recorder.close()
    }
  })

  it('closing the recorder stores all recorded visits', async () => {
    const { folder, link, thread, hitCount } = await sqliteWithWorker()
    const recorder = overThread(thread, folder)
    for (let visit = 0; visit < 1500; visit += 1) recorder.record(aVisit(link))
    await recorder.close()
    expect(await hitCount()).toBe(1500)
    expect(journalFiles(folder)).toEqual([])
  })

  it('visits that come after the recorder has closed are dropped and counted, and flushed resolves', async () => {
    const { folder, link, thread, hitCount } = await sqliteWithWorker()
    const recorder = overThread(thread, folder)
    recorder.record(aVisit(link))
    await recorder.close()
    for (let visit = 0; visit < 300; visit += 1) recorder.record(aVisit(link))
    await recorder.flushed()
    expect(await hitCount()).toBe(1)
    expect(recorder.counters()).toMatchObject({ stored: 1, dropped: 300, buffered: 0 })
    expect(journalFiles(folder)).toEqual([])
  })

  it('flushed resolves when the recorder closes while the store is away', async () => {
    const { sink, control } = listSink()
    control.store = away
    const recorder = openHitRecorder({ sink, clock, replica: 0 })
    recorder.record(aVisit(LINK))
    const flushed = recorder.flushed()
    await recorder.close()
    await flushed
    await recorder.flushed()
    expect(recorder.counters()).toMatchObject({ stored: 0, dropped: 1 })
  })

  it('recorded visits survive a worker that dies and are stored once each', async () => {
    const { folder, link, workers, deaths, thread, hitCount } = await sqliteWithWorker()
    const recorder = overThread(thread, folder)
    const isRunning = (worker: Worker) => worker.performance.eventLoopUtilization().active > 0
    const hasStored = async (_: Worker, before: number) => ((await hitCount()) ?? 0) > before
    /** When the worker of each round dies. */
    const moments = [() => true, isRunning, hasStored, hasStored]
    for (const [round, isDue] of moments.entries()) {
      const before = (await hitCount()) ?? 0
      for (let visit = 0; visit < 1000; visit += 1) recorder.record(aVisit(link))
      await expect.poll(() => workers.length).toBe(round + 1)
      const worker = workers[round] as Worker
      await expect.poll(() => isDue(worker, before), { interval: 5 }).toBe(true)
      await worker.terminate()
    }
    await expect.poll(hitCount).toBe(4000)
    await recorder.close()
    expect(await hitCount()).toBe(4000)
    expect(deaths).toHaveLength(4)
  })

  it('recorded visits wait on disk while another process locks the database, and are stored once when it is free', async () => {
    const { folder, file, link, thread, hitCount } = await sqliteWithWorker()
    const recorder = overThread(thread, folder)
    recorder.record(aVisit(link))
    await recorder.flushed()
    const holder = new Database(file)
    holder.exec('begin immediate')
    for (let visit = 0; visit < 3000; visit += 1) recorder.record(aVisit(link))
    await expect.poll(() => recorder.counters().spilled).toBeGreaterThanOrEqual(3000)
    expect(await hitCount()).toBe(1)
    holder.exec('rollback')
    holder.close()
    await expect.poll(hitCount).toBe(3001)
    await recorder.close()
    expect(await hitCount()).toBe(3001)
    expect(journalFiles(folder)).toEqual([])
  })
})

it('visits are stored at most 2 MiB at a time, however long their headers are', async () => {
  const { sink, seen, control } = listSink()
  const sizes: number[] = []
  control.store = async (batches) => {
    sizes.push(batches.reduce((sum, { json }) => sum + json.length, 0))
  }
  const recorder = openHitRecorder({ sink, clock, replica: 0 })
  const long = 'x'.repeat(2000)
  for (let visit = 0; visit < 2500; visit += 1)
    recorder.record(aVisit(LINK, { referrer: `https://e.co/${long}`, redirectedTo: `https://e.co/${long}` }))
  await recorder.flushed()
  expect(seen.size).toBe(2500)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 21)
  await recorder.close()
})

describe('while the store is away', () => {
  it('visits go to disk at once while the store is away', async () => {
    const { sink, control } = listSink()
    control.store = away
    const folder = temporaryFolder()
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder }) })
    recorder.record(aVisit(LINK))
    await expect.poll(() => recorder.counters().spilled, { interval: 1 }).toBe(1)
    expect(control.store).toBe(away)
    await recorder.close()
  })

  it('a store that goes away is reported once, and its return once', async () => {
    const { sink, seen, control } = listSink()
    const troubles: HitTrouble[] = []
    control.store = away
    const recorder = openHitRecorder({ sink, clock, replica: 0, onTrouble: (trouble) => troubles.push(trouble) })
    recorder.record(aVisit(LINK))
    await expect.poll(() => control.calls).toBeGreaterThan(2)
    control.store = async () => {}
    await expect.poll(() => seen.size).toBe(1)
    await recorder.close()
    expect(troubles.map(({ type }) => type)).toEqual(['store-away', 'store-back'])
  })

  it('visits on disk leave memory while the store is away, and are stored when it is back', async () => {
    const { sink, seen, control } = listSink()
    control.store = away
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: new Journal({ folder: temporaryFolder() }) })
    for (let batch = 0; batch < 100; batch += 1) {
      for (let visit = 0; visit < 1000; visit += 1) recorder.record(aVisit(LINK, { at: batch * 1000 + visit }))
      if (batch % 10 === 9) await expect.poll(() => recorder.counters().spilled).toBe((batch + 1) * 1000)
    }
    expect(recorder.counters().buffered).toBeLessThan(71_000)
    control.store = async () => {}
    await expect.poll(() => seen.size).toBe(100_000)
    expect(new Set([...seen.values()].map(({ at }) => at)).size).toBe(100_000)
    await recorder.close()
    expect(recorder.counters()).toMatchObject({ dropped: 0, journalBytes: 0 })
  })

  it('visits that fit neither in memory nor on disk are counted and reported', async () => {
    const { sink, seen, control } = listSink()
    const troubles: HitTrouble[] = []
    control.store = away
    const recorder = openHitRecorder({
      sink,
      clock,
      replica: 0,
      journal: new Journal({ folder: temporaryFolder(), maxSize: 1000 }),
      onTrouble: (trouble) => troubles.push(trouble),
    })
    for (let visit = 0; visit < 101_000; visit += 1) recorder.record(aVisit(LINK))
    expect(recorder.counters()).toMatchObject({ buffered: 100_000, dropped: 1000 })
    await expect.poll(() => troubles.map(({ type }) => type)).toContain('journal-failed')
    control.store = async () => {}
    await recorder.close()
    expect(seen.size).toBe(100_000)
    expect(troubles).toContainEqual({ type: 'dropped', visits: 1000 })
  })
})
