import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  type HitSink,
  type HitTrouble,
  hitThread,
  localSink,
  openHitRecorder,
  openJournal,
} from '@shortlink/adapters/hits'
import { openMemoryStore } from '@shortlink/adapters/memory'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { LinkId, Store, Visit } from '@shortlink/core'
import { hitRecorderContract, newLink, newOwner } from '@shortlink/core/contracts'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hitIdsOf, unpackVisits, type VisitBatch } from '../../adapters/hits/visit-batch.ts'
import { temporaryFolder } from '../support/databases.ts'
import { knownVisitors } from '../support/facts.ts'

const clock = { now: Date.now }
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const aVisit = (link: LinkId, given: Partial<Visit> = {}): Visit => ({
  link,
  at: Date.now(),
  ip: '8.8.8.8',
  userAgent: CHROME,
  referrer: 'https://news.example/article',
  rule: null,
  redirectedTo: 'https://example.com/',
  ...given,
})

/** A store in a file with a link, and a hit worker of its own. */
async function sqliteWithWorker() {
  const folder = temporaryFolder()
  const file = join(folder, 'shortlink.db')
  const store = await openSqliteStore({ file })
  onTestFinished(() => store.close())
  const owner = await newOwner(store)
  const { id: link } = await newLink(store, { owner })
  const workers: Worker[] = []
  const deaths: unknown[] = []
  const thread = () =>
    hitThread({
      start() {
        const worker = new Worker(new URL('../../hosts/parts/hit-worker.ts', import.meta.url), {
          workerData: { databaseUrl: `sqlite:${file}`, anonymize: false },
        })
        workers.push(worker)
        return worker
      },
      onDeath: (error) => deaths.push(error),
    })
  const hitCount = async () => (await store.links.findOwned(owner, link))?.hitCount
  return { folder, file, store, owner, link, workers, deaths, thread, hitCount }
}

/** A sink that keeps hits by id, and fails, or not even fails, when told to. */
function listSink() {
  const seen = new Map<string, Visit>()
  const mood: { store: (batches: readonly VisitBatch[]) => Promise<void>; calls: number } = {
    store: async () => {},
    calls: 0,
  }
  const sink: HitSink = {
    async store(batches) {
      mood.calls += 1
      await mood.store(batches)
      for (const batch of batches) {
        const ids = hitIdsOf(batch)
        for (const [index, visit] of unpackVisits(batch).entries()) seen.set(ids[index] as string, visit)
      }
    },
    close: async () => {},
  }
  return { sink, seen, mood }
}

const away = async () => {
  throw new Error('the store is away')
}

const LINK = randomUUID() as LinkId
const journalFiles = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.hits'))

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
  it('are stored by the hit worker, every one of them, with what can be told of the visitor', async () => {
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

  it('are all stored when the recorder is closed', async () => {
    const { folder, link, thread, hitCount } = await sqliteWithWorker()
    const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: openJournal({ folder }) })
    for (let visit = 0; visit < 1500; visit += 1) recorder.record(aVisit(link))
    await recorder.close()
    expect(await hitCount()).toBe(1500)
    expect(journalFiles(folder)).toEqual([])
  })

  it('survive a worker that dies, once each', async () => {
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

  it('wait on disk while another process holds the database, and are stored once when it is free', async () => {
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
  it('visits go to disk at once, without waiting for it to come back', async () => {
    const { sink, mood } = listSink()
    mood.store = away
    const folder = temporaryFolder()
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: openJournal({ folder }) })
    recorder.record(aVisit(LINK))
    await expect.poll(() => recorder.counters().spilled, { interval: 1 }).toBe(1)
    expect(mood.store).toBe(away)
    await recorder.close()
  })

  it('the operator is told once that it is, and once that it is back', async () => {
    const { sink, seen, mood } = listSink()
    const troubles: HitTrouble[] = []
    mood.store = away
    const recorder = openHitRecorder({ sink, clock, replica: 0, onTrouble: (trouble) => troubles.push(trouble) })
    recorder.record(aVisit(LINK))
    await expect.poll(() => mood.calls).toBeGreaterThan(2)
    mood.store = async () => {}
    await expect.poll(() => seen.size).toBe(1)
    await recorder.close()
    expect(troubles.map(({ type }) => type)).toEqual(['store-away', 'store-back'])
  })

  it('memory is not filled by what is safe on disk, which is stored when the store is back', async () => {
    const { sink, seen, mood } = listSink()
    mood.store = away
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: openJournal({ folder: temporaryFolder() }) })
    for (let batch = 0; batch < 100; batch += 1) {
      for (let visit = 0; visit < 1000; visit += 1) recorder.record(aVisit(LINK, { at: batch * 1000 + visit }))
      if (batch % 10 === 9) await expect.poll(() => recorder.counters().spilled).toBe((batch + 1) * 1000)
    }
    expect(recorder.counters().buffered).toBeLessThan(71_000)
    mood.store = async () => {}
    await expect.poll(() => seen.size, { timeout: 10_000 }).toBe(100_000)
    expect(new Set([...seen.values()].map(({ at }) => at)).size).toBe(100_000)
    await recorder.close()
    expect(recorder.counters()).toMatchObject({ dropped: 0, journalBytes: 0 })
  })

  it('what finds no room is counted and told, never dropped silently', async () => {
    const { sink, seen, mood } = listSink()
    const troubles: HitTrouble[] = []
    mood.store = away
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
    mood.store = async () => {}
    await recorder.close()
    expect(seen.size).toBe(100_000)
    expect(troubles).toContainEqual({ type: 'dropped', visits: 1000 })
  })
})

describe('the journal', () => {
  /** Leaves so many visits in a journal, as a process does that ends while the store is away. */
  async function leave(folder: string, visits: number, anonymize = false) {
    const { sink, mood } = listSink()
    mood.store = away
    const recorder = openHitRecorder({ sink, clock, replica: 0, journal: openJournal({ folder }), anonymize })
    for (let visit = 0; visit < visits; visit += 1) recorder.record(aVisit(LINK, { at: visit }))
    await recorder.close()
  }

  const reopen = (folder: string, onDamage?: (file: string, lines: number) => void) => {
    const { sink, seen } = listSink()
    const skipped: string[] = []
    const onSkipped = (path: string) => skipped.push(path)
    const journal = openJournal({ folder, onDamage, onSkipped })
    return { seen, skipped, recorder: openHitRecorder({ sink, clock, replica: 0, journal }) }
  }

  const PATCHES: Record<string, (folder: string) => string> = {
    'a folder named like a file of it': (folder) => {
      const path = join(folder, 'journal-0', '0000000000000000001.hits')
      mkdirSync(path)
      return path
    },
    'a link that leads nowhere': (folder) => {
      const path = join(folder, 'journal-0', '0000000000000000002.hits')
      symlinkSync(join(folder, 'missing'), path)
      return path
    },
    'a file of another name': (folder) => {
      const path = join(folder, 'journal-0', 'notes.txt')
      writeFileSync(path, 'text')
      return path
    },
    'a lock of garbage': (folder) => {
      writeFileSync(join(folder, 'journal-1.lock'), 'garbage'.repeat(1000))
      mkdirSync(join(folder, 'journal-1'))
      return join(folder, 'journal-1')
    },
    'a folder in the place of a lock': (folder) => {
      mkdirSync(join(folder, 'journal-1.lock'))
      mkdirSync(join(folder, 'journal-1'))
      return join(folder, 'journal-1')
    },
    'a link in the journal of a process that is gone': (folder) => {
      mkdirSync(join(folder, 'journal-1'))
      const path = join(folder, 'journal-1', '0000000000000000003.hits')
      symlinkSync(join(folder, 'missing'), path)
      return path
    },
  }

  it.each(Object.keys(PATCHES))(
    'is replayed beside %s, which is skipped and reported once, by its name',
    async (what) => {
      const folder = temporaryFolder()
      await leave(folder, 1000)
      const path = PATCHES[what]?.(folder)
      const { seen, skipped, recorder } = reopen(folder)
      await expect.poll(() => seen.size).toBe(1000)
      await recorder.close()
      expect(skipped).toEqual([path])
    },
  )

  it('starts beside a first folder whose lock is garbage', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'journal-0.lock'), 'garbage'.repeat(1000))
    const { seen, skipped, recorder } = reopen(folder)
    recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size).toBe(1)
    await recorder.close()
    expect(skipped).toEqual([join(folder, 'journal-0')])
  })

  it('is made again when its folder is removed while the server runs', async () => {
    const parent = temporaryFolder()
    const folder = join(parent, 'hits')
    const { sink, mood } = listSink()
    mood.store = away
    const troubles: HitTrouble[] = []
    const journal = openJournal({ folder })
    const recorder = openHitRecorder({
      sink,
      clock,
      replica: 0,
      journal,
      onTrouble: (trouble) => troubles.push(trouble),
    })
    recorder.record(aVisit(LINK))
    await expect.poll(() => recorder.counters().spilled).toBe(1)
    rmSync(folder, { recursive: true })
    // What a timer does every minute.
    await journal.adopt()
    recorder.record(aVisit(LINK))
    await expect.poll(() => recorder.counters().spilled).toBe(2)
    expect(journalFiles(folder)).toHaveLength(1)
    expect(troubles.map(({ type }) => type)).not.toContain('journal-failed')
    await recorder.close()
  })

  it('whose folder cannot be looked at is reported, and nothing ends for it', async () => {
    const parent = temporaryFolder()
    const folder = join(parent, 'hits')
    const journal = openJournal({ folder })
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in its place')
    const { sink, seen } = listSink()
    const troubles: HitTrouble[] = []
    const recorder = openHitRecorder({
      sink,
      clock,
      replica: 0,
      journal,
      onTrouble: (trouble) => troubles.push(trouble),
    })
    await expect.poll(() => troubles.map(({ type }) => type)).toContain('journal-failed')
    expect(String(troubles.map((trouble) => 'error' in trouble && trouble.error))).toContain(folder)
    recorder.record(aVisit(LINK))
    await expect.poll(() => seen.size).toBe(1)
    await recorder.close()
  })

  it('cannot be kept where there is no folder, and the error names it', () => {
    const folder = join(temporaryFolder(), 'hits')
    writeFileSync(folder, 'a file')
    expect(() => openJournal({ folder })).toThrow(`The journal of hits cannot be kept in ${folder} (EEXIST)`)
  })

  it('is replayed at the next start, in order, and then gone', async () => {
    const folder = temporaryFolder()
    await leave(folder, 2500)
    expect(journalFiles(folder)).not.toEqual([])
    const { seen, recorder } = reopen(folder)
    await expect.poll(() => seen.size).toBe(2500)
    expect([...seen.values()].map(({ at }) => at)).toEqual(Array.from({ length: 2500 }, (_, index) => index))
    await recorder.close()
    expect(journalFiles(folder)).toEqual([])
  })

  it('counts nothing twice when it is replayed again', async () => {
    const { folder, link, thread, hitCount } = await sqliteWithWorker()
    const [journal, copy] = [join(folder, 'hits'), join(folder, 'copy')]
    const { sink, mood } = listSink()
    mood.store = away
    const before = openHitRecorder({ sink, clock, replica: 0, journal: openJournal({ folder: journal }) })
    for (let visit = 0; visit < 1500; visit += 1) before.record(aVisit(link))
    await before.close()
    cpSync(journal, copy, { recursive: true })
    for (const from of [journal, copy]) {
      const recorder = openHitRecorder({ sink: thread(), clock, replica: 0, journal: openJournal({ folder: from }) })
      await expect.poll(() => recorder.counters().journalBytes, { timeout: 10_000 }).toBe(0)
      await recorder.close()
      expect(await hitCount()).toBe(1500)
    }
  })

  it('is read up to its torn end, and what is damaged is told of', async () => {
    const folder = temporaryFolder()
    await leave(folder, 1000)
    const [torn = ''] = journalFiles(folder)
    appendFileSync(join(folder, torn), readFileSync(join(folder, torn)).subarray(0, 100))
    await leave(folder, 0)
    const first = reopen(folder)
    await expect.poll(() => first.seen.size).toBe(1000)
    await first.recorder.close()

    await leave(folder, 1000)
    await leave(folder, 1000)
    const [damaged = ''] = journalFiles(folder)
    const bytes = readFileSync(join(folder, damaged))
    bytes[200] = (bytes[200] as number) ^ 1
    writeFileSync(join(folder, damaged), bytes)
    const damages: number[] = []
    const second = reopen(folder, (_file, entries) => damages.push(entries))
    await expect.poll(() => second.seen.size).toBe(1750)
    await second.recorder.close()
    expect(damages).toEqual([1])
  })

  it('of a process that is gone is taken over by another, while a living one keeps its own', async () => {
    const folder = temporaryFolder()
    const one = listSink()
    one.mood.store = away
    const living = openHitRecorder({ sink: one.sink, clock, replica: 0, journal: openJournal({ folder }) })
    living.record(aVisit(LINK))
    await expect.poll(() => living.counters().spilled).toBe(1)
    await leave(folder, 5)
    const two = reopen(folder)
    await expect.poll(() => two.seen.size).toBe(5)
    await two.recorder.close()
    await living.close()
    const three = reopen(folder)
    await expect.poll(() => three.seen.size).toBe(1)
    await three.recorder.close()
  })

  it('holds no whole address where none may be kept', async () => {
    const folder = temporaryFolder()
    await leave(folder, 3, true)
    const written = journalFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(written.join('')).toContain('8.8.8.0')
    expect(written.join('')).not.toContain('8.8.8.8')
  })
})
