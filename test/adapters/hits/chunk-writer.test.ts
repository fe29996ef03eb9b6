import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HitSink, type HitTrouble, Journal, localSink, openHitRecorder } from '@shortlink/adapters/hits'
import { openMemoryStore } from '@shortlink/adapters/memory'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { openVisitors } from '@shortlink/adapters/visitors'
import type { LinkId, Visit } from '@shortlink/core'
import { newLink, newOwner } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hitIdsOf, unpackVisits, type VisitBatch } from '../../../adapters/hits/visit-batch.ts'
import { newPostgresDatabase, newSqliteFile, temporaryFolder } from '../../support/databases.ts'

const LINK = randomUUID() as LinkId

const aVisit = (given: Partial<Visit> = {}): Visit => ({
  link: LINK,
  at: Date.now(),
  ip: '8.8.8.8',
  userAgent: 'curl',
  referrer: null,
  rule: null,
  redirectedTo: 'https://example.com/',
  acceptLanguage: null,
  campaign: null,
  ref: null,
  isPrivate: false,
  ...given,
})

/** A recorder over a store that fails as `refuses` says, by the visits of the transaction; stored visits by id. */
function recorderOver(
  refuses: (visits: readonly Visit[]) => string | undefined,
  options: { maxRefusedBytes?: number } = {},
) {
  const folder = temporaryFolder()
  const file = join(folder, 'refused.jsonl')
  const stored = new Map<string, Visit>()
  const troubles: HitTrouble[] = []
  const sizes: number[] = []
  const store = { refuses }
  const sink: HitSink = {
    async store(batches: readonly VisitBatch[]) {
      const visits = batches.flatMap(unpackVisits)
      sizes.push(visits.length)
      const refusal = store.refuses(visits)
      if (refusal !== undefined) throw new Error(refusal)
      for (const [index, id] of batches.flatMap(hitIdsOf).entries()) stored.set(id, visits[index] as Visit)
    },
    close: async () => {},
  }
  const recorder = openHitRecorder({
    sink,
    clock: { now: Date.now },
    replica: 0,
    journal: new Journal({ folder }),
    refusedFile: file,
    maxRefusedBytes: options.maxRefusedBytes ?? 2 ** 20,
    onTrouble: (trouble) => troubles.push(trouble),
  })
  onTestFinished(() => recorder.close())
  const refused = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { recorder, store, stored, troubles, sizes, refused }
}

const POISON = 'https://poison.example/'
const isPoison = ({ referrer }: Visit) => referrer === POISON

describe('a backlog of hits', () => {
  it('a backlog drains into a store that takes 40 visits in a transaction, each once', async () => {
    const { recorder, stored } = recorderOver((visits) => (visits.length > 40 ? 'too slow' : undefined))
    for (let at = 0; at < 9898; at += 1) recorder.record(aVisit({ at }))
    await expect.poll(() => stored.size).toBe(9898)
    expect(new Set([...stored.values()].map(({ at }) => at)).size).toBe(9898)
    await expect.poll(() => recorder.counters()).toMatchObject({ stored: 9898, refused: 0, dropped: 0, buffered: 0 })
  })

  it('a backlog is stored in large transactions again once the store is fast again', async () => {
    const { recorder, store, stored, sizes } = recorderOver((visits) => (visits.length > 1 ? 'too slow' : undefined))
    for (let at = 0; at < 2000; at += 1) recorder.record(aVisit({ at }))
    await expect.poll(() => stored.size).toBeGreaterThan(0)
    store.refuses = () => undefined
    await expect.poll(() => stored.size).toBe(2000)
    const transactionOfNew = async () => {
      sizes.length = 0
      const due = stored.size + 1000
      for (let at = 0; at < 1000; at += 1) recorder.record(aVisit({ at }))
      await expect.poll(() => stored.size).toBe(due)
      return Math.max(...sizes)
    }
    await expect.poll(transactionOfNew, { interval: 200 }).toBeGreaterThan(250)
  })

  it('the counters show the waiting time of the oldest hit in seconds, and 0 when none waits', async () => {
    const { recorder, store, stored } = recorderOver(() => 'away')
    expect(recorder.counters().oldestSeconds).toBe(0)
    recorder.record(aVisit())
    await expect.poll(() => recorder.counters().oldestSeconds).toBeGreaterThan(0.2)
    expect(recorder.counters().oldestSeconds).toBeLessThan(10)
    store.refuses = () => undefined
    await expect.poll(() => stored.size).toBe(1)
    expect(recorder.counters().oldestSeconds).toBe(0)
  })
})

describe('a hit that the store refuses', () => {
  it('a hit that the store refuses is set aside in a file with its error, and earlier and later hits are stored', async () => {
    const { recorder, stored, troubles, refused } = recorderOver((visits) =>
      visits.some(isPoison) ? 'value "x" is out of range' : undefined,
    )
    for (let at = 0; at < 600; at += 1) recorder.record(aVisit({ at, referrer: at === 300 ? POISON : null }))
    await expect.poll(() => stored.size).toBe(599)
    await expect.poll(() => recorder.counters()).toMatchObject({ stored: 599, refused: 1, dropped: 0, buffered: 0 })
    recorder.record(aVisit({ at: 600 }))
    await recorder.flushed()
    expect(stored.size).toBe(600)
    expect(refused()).toMatchObject([
      { id: expect.stringMatching(/^\d+$/), at: 300, referrer: POISON, error: 'Error: value "x" is out of range' },
    ])
    expect(troubles.filter(({ type }) => type === 'refused')).toMatchObject([{ visits: 1 }])
    await expect.poll(() => recorder.counters().journalBytes).toBeLessThan(2 ** 20)
  })

  it('a private visit that the store refuses is set aside without its agent, its referrer and its whole address', async () => {
    const { recorder, refused, stored } = recorderOver((visits) =>
      visits.some(({ at }) => at === 1) ? 'no' : undefined,
    )
    for (const at of [0, 1, 2]) recorder.record(aVisit({ at, referrer: 'https://news.example/', isPrivate: true }))
    await expect.poll(() => stored.size).toBe(2)
    await expect.poll(() => recorder.counters().refused).toBe(1)
    expect(refused()).toMatchObject([{ at: 1, ip: '8.8.8.0', userAgent: null, referrer: null, isPrivate: true }])
  })

  it('no hit is set aside while the store refuses all of them', async () => {
    const { recorder, store, stored, sizes } = recorderOver(() => 'the database is read-only')
    for (let at = 0; at < 20; at += 1) recorder.record(aVisit({ at }))
    await expect.poll(() => recorder.counters().spilled).toBe(20)
    const { length } = sizes
    await expect.poll(() => sizes.length).toBeGreaterThan(length + 8)
    expect(recorder.counters()).toMatchObject({ refused: 0, dropped: 0, buffered: 20 })
    store.refuses = () => undefined
    await expect.poll(() => stored.size).toBe(20)
  })

  it('a refused hit is dropped and counted when the file of refused hits is full', async () => {
    const { recorder, stored } = recorderOver((visits) => (visits.some(isPoison) ? 'refused' : undefined), {
      maxRefusedBytes: 10,
    })
    for (let at = 0; at < 5; at += 1) recorder.record(aVisit({ at, referrer: at === 2 ? POISON : null }))
    await expect.poll(() => recorder.counters()).toMatchObject({ stored: 4, refused: 0, dropped: 1, buffered: 0 })
    expect(stored.size).toBe(4)
  })
})

it('a store that fails in several ways is reported once for each kind of error', async () => {
  const errors = ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5433', 'statement timeout']
  let calls = 0
  const { recorder, store, troubles } = recorderOver(() => errors[calls++ % errors.length])
  recorder.record(aVisit())
  await expect.poll(() => calls).toBeGreaterThan(errors.length)
  store.refuses = () => undefined
  await expect.poll(() => recorder.counters().stored).toBe(1)
  const reported = troubles.map((trouble) => [trouble.type, 'error' in trouble ? String(trouble.error) : undefined])
  expect(reported).toEqual([
    ['store-away', 'Error: connect ECONNREFUSED 127.0.0.1:5432'],
    ['store-away', 'Error: statement timeout'],
    ['store-back', undefined],
  ])
})

const STORES: Record<string, () => Promise<Store>> = {
  memory: async () => openMemoryStore(),
  sqlite: () => openSqliteStore({ file: newSqliteFile() }),
  postgres: async () => openPostgresStore({ url: await newPostgresDatabase() }),
}

it.each(Object.keys(STORES))(
  'a backlog that is stored in chunks, cut off in the middle and replayed counts each hit once, on %s',
  async (name) => {
    const store = (await STORES[name]?.()) as Store
    onTestFinished(() => store.close())
    const owner = await newOwner(store)
    const { id: link } = await newLink(store, { owner })
    const visitors = await openVisitors()
    const whole = localSink({ hits: store.hits, visitors, anonymize: false })
    const folder = temporaryFolder()
    const [journal, copy] = [join(folder, 'hits'), join(folder, 'copy')]
    const hitCount = async () => (await store.links.findOwned(owner, link))?.hitCount ?? 0

    function recorderThatStores(maxVisits: number, cutOffAfter: number, journal: string) {
      let stored = 0
      const sink: HitSink = {
        async store(batches) {
          const visits = batches.flatMap(unpackVisits)
          if (visits.length > maxVisits || visits.some(isPoison)) throw new Error('refused')
          if (stored >= cutOffAfter) await new Promise(() => {})
          await whole.store(batches)
          stored += visits.length
        },
        close: async () => {},
      }
      return openHitRecorder({
        sink,
        clock: { now: Date.now },
        replica: 0,
        journal: new Journal({ folder: journal }),
        refusedFile: join(journal, 'refused.jsonl'),
      })
    }

    const first = recorderThatStores(40, 200, journal)
    for (let at = 0; at < 600; at += 1) first.record(aVisit({ link, at, referrer: at === 90 ? POISON : null }))
    await expect.poll(hitCount).toBeGreaterThan(150)
    await expect.poll(() => first.counters().spilled).toBe(600)
    cpSync(journal, copy, { recursive: true })
    const second = recorderThatStores(70, 10_000, copy)
    await expect.poll(hitCount).toBe(599)
    await expect.poll(() => second.counters()).toMatchObject({ refused: 1, buffered: 0, dropped: 0 })
    await second.close()
    expect(await hitCount()).toBe(599)
  },
)
