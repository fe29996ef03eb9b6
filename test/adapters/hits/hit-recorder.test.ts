import { setTimeout as sleep } from 'node:timers/promises'
import { type HitTrouble, localSink, openHitRecorder, openJournal } from '@shortlink/adapters/hits'
import { openMemoryStore } from '@shortlink/adapters/memory'
import type { LinkId, Store } from '@shortlink/core'
import { hitRecorderContract, newLink } from '@shortlink/core/contracts'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
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

describe('with a worker thread over SQLite', () => {
  hitRecorderContract(async () => {
    const { folder, store, link, thread } = await sqliteWithWorker()
    const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: openJournal({ folder }) })
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
    const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: openJournal({ folder }) })
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
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: openJournal({ folder: temporaryFolder() }) })
    recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size).toBe(1)
    for (let spilled = 2; spilled <= 10; spilled += 1) {
      recorder.record(aVisit(LINK))
      await expect.poll(() => recorder.counters().spilled, { timeout: 10_000 }).toBe(spilled)
    }
    expect(control.calls).toBeLessThan(8)
    await recorder.flushed()
    expect(seen.size).toBe(10)
    recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size, { timeout: 10_000 }).toBe(11)
    await recorder.close()
  })

  it('closing the recorder stores all recorded visits', async () => {
    const { folder, link, thread, hitCount } = await sqliteWithWorker()
    const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: openJournal({ folder }) })
    for (let visit = 0; visit < 1500; visit += 1) recorder.record(aVisit(link))
    await recorder.close()
    expect(await hitCount()).toBe(1500)
    expect(journalFiles(folder)).toEqual([])
  })

  it('visits that come after the recorder has closed are dropped and counted, and flushed resolves', async () => {
    const { folder, link, thread, hitCount } = await sqliteWithWorker()
    const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: openJournal({ folder }) })
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
    const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: openJournal({ folder }) })
    for (let round = 0; round < 4; round += 1) {
      for (let visit = 0; visit < 1000; visit += 1) recorder.record(aVisit(link))
      await expect.poll(() => workers.length).toBe(round + 1)
      await sleep(round * 100)
      await workers[round]?.terminate()
    }
    await expect.poll(hitCount, { timeout: 10_000 }).toBe(4000)
    await recorder.close()
    expect(await hitCount()).toBe(4000)
    expect(deaths).toHaveLength(4)
  })

  it('recorded visits wait on disk while another process locks the database, and are stored once when it is free', async () => {
    const { folder, file, link, thread, hitCount } = await sqliteWithWorker()
    const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: openJournal({ folder }) })
    recorder.record(aVisit(link))
    await recorder.flushed()
    const holder = new Database(file)
    holder.exec('begin immediate')
    for (let visit = 0; visit < 3000; visit += 1) recorder.record(aVisit(link))
    await expect.poll(() => recorder.counters().spilled).toBeGreaterThanOrEqual(3000)
    expect(await hitCount()).toBe(1)
    holder.exec('rollback')
    holder.close()
    await expect.poll(hitCount, { timeout: 10_000 }).toBe(3001)
    await recorder.close()
    expect(await hitCount()).toBe(3001)
    expect(journalFiles(folder)).toEqual([])
  })
})

describe('while the store is away', () => {
  it('visits go to disk at once while the store is away', async () => {
    const { sink, control } = listSink()
    control.store = away
    const folder = temporaryFolder()
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: openJournal({ folder }) })
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
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: openJournal({ folder: temporaryFolder() }) })
    for (let batch = 0; batch < 100; batch += 1) {
      for (let visit = 0; visit < 1000; visit += 1) recorder.record(aVisit(LINK, { at: batch * 1000 + visit }))
      if (batch % 10 === 9) await expect.poll(() => recorder.counters().spilled).toBe((batch + 1) * 1000)
    }
    expect(recorder.counters().buffered).toBeLessThan(71_000)
    control.store = async () => {}
    await expect.poll(() => seen.size, { timeout: 10_000 }).toBe(100_000)
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
      journal: openJournal({ folder: temporaryFolder(), maxSize: 1000 }),
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
