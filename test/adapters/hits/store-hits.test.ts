import { createHmac } from 'node:crypto'
import { storeHits } from '@shortlink/adapters/hits'
import type { LinkId, NewHit, Visit } from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packVisits } from '../../../adapters/hits/visit-batch.ts'
import { knownVisitors } from '../../support/facts.ts'
import { aVisit, CHROME, LINK } from '../../support/hit-recorder.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const DAY = NOON / DAY_MS - 0.5

/** A store of hits that keeps what it gets; `salts` are those of the days so far. */
function listStore({ salts = new Map<number, string>() } = {}) {
  const recorded: NewHit[] = []
  const asked: number[] = []
  const hits = {
    async record(given: Iterable<NewHit>) {
      recorded.push(...given)
    },
    async salt(day: number, proposed: string) {
      asked.push(day)
      if (!salts.has(day)) salts.set(day, proposed)
      return salts.get(day) as string
    },
  }
  return { hits, recorded, asked, salts }
}

type Store = ReturnType<typeof listStore>

const batchOf = (...visits: readonly Visit[]) => packVisits(1n, visits)
const storing = ({ hits }: Store, options = {}) =>
  storeHits({ hits, visitors: knownVisitors({}).visitors, anonymize: false, countsVisitors: true, ...options })

/** The visitors as which a new store counts the visits. */
async function visitorsOf(visits: readonly Visit[], options = {}) {
  const store = listStore({ salts: new Map([[DAY, 'a salt']]) })
  await storing(store, options)([batchOf(...visits)])
  return store.recorded.map(({ visitor }) => visitor)
}

const at = (day: number) => NOON + (day - DAY) * DAY_MS

beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ['Date', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('storing hits with their visitors', () => {
  it('a visitor is the first 63 bits of an HMAC of link, address and agent, keyed with the salt of the day', async () => {
    const store = listStore()
    await storing(store)([batchOf(aVisit(LINK, { at: NOON }), aVisit(LINK, { at: NOON, userAgent: 'Lynx/2.8.9' }))])
    const key = Buffer.from(store.salts.get(DAY) as string, 'base64url')
    expect(key).toHaveLength(32)
    const hmac = (text: string) => createHmac('sha256', key).update(text).digest().readBigUInt64BE() >> 1n
    expect(store.recorded.map(({ visitor }) => visitor)).toEqual([
      hmac(`${LINK}\0${'8.8.8.8'}\0${CHROME}`),
      hmac(`${LINK}\0${'8.8.8.8'}\0Lynx/2.8.9`),
    ])
  })

  it('visits are of one visitor if link, address and agent are the same', async () => {
    const visit = aVisit(LINK, { at: NOON })
    const [first, again, ...others] = await visitorsOf([
      visit,
      { ...visit, at: NOON + 3600_000, referrer: null, acceptLanguage: 'it' },
      { ...visit, ip: '8.8.8.9' },
      { ...visit, userAgent: 'another browser' },
      { ...visit, link: 'another link' as LinkId },
    ])
    expect(again).toBe(first)
    expect(new Set([first, ...others]).size).toBe(4)
  })

  it('addresses of one network are one visitor when addresses are anonymized', async () => {
    const visits = ['8.8.8.8', '8.8.8.9'].map((ip) => aVisit(LINK, { at: NOON, ip }))
    expect(new Set(await visitorsOf(visits, { anonymize: true })).size).toBe(1)
  })

  it('an agent string of the greatest length is part of the visitor as a whole', async () => {
    const visits = ['a', 'b'].map((end) => aVisit(LINK, { at: NOON, userAgent: `${'€'.repeat(1023)}${end}` }))
    expect(new Set(await visitorsOf(visits)).size).toBe(2)
  })

  it('bots and private visits have no visitor', async () => {
    const store = listStore()
    const visits = [aVisit(LINK, { redirectedTo: null }), aVisit(LINK, { isPrivate: true })]
    await storing(store)([batchOf(...visits)])
    expect(store.recorded.map(({ firstToday, visitor }) => [firstToday, visitor])).toEqual([
      [false, undefined],
      [false, undefined],
    ])
  })

  it('no salt is asked for and no hit has a visitor when visitors are not counted', async () => {
    const store = listStore()
    await storing(store, { countsVisitors: false })([batchOf(aVisit(LINK), aVisit(LINK, { redirectedTo: null }))])
    expect(store.recorded).toMatchObject([{ firstToday: null }, { firstToday: null }])
    expect(store.recorded.filter(({ visitor }) => visitor !== undefined)).toEqual([])
    expect(store.asked).toEqual([])
  })

  it('visits of many days are stored in order, each with the salt of its day', async () => {
    const store = listStore()
    const days = [DAY, DAY, DAY - 9, DAY + 5, DAY, DAY - 1, DAY - 2, DAY - 3, DAY]
    await storing(store)([
      batchOf(...days.map((day) => aVisit(LINK, { at: at(day) }))),
      batchOf(aVisit(LINK, { at: NOON }), aVisit(LINK, { at: at(DAY + 1) - (NOON % DAY_MS) - 1 })),
    ])
    expect(store.recorded.map((hit) => Math.floor(hit.at / DAY_MS))).toEqual([...days, DAY, DAY])
    const visitors = store.recorded.map(({ visitor }) => visitor)
    expect(new Set(visitors).size).toBe(new Set(days).size)
    expect(new Set(visitors.filter((_, index) => days[index] === DAY || index >= days.length)).size).toBe(1)
  })

  it('the salt of a day is asked for once, also in later calls', async () => {
    const store = listStore()
    const write = storing(store)
    await write([batchOf(aVisit(LINK, { at: NOON })), batchOf(aVisit(LINK, { at: NOON }))])
    await write([batchOf(aVisit(LINK, { at: NOON }))])
    expect(store.asked).toEqual([DAY])
  })

  it('the salt of a day leaves the memory 24 hours after the day, also when no visits come meanwhile', async () => {
    const store = listStore()
    const write = storing(store)
    const visit = () => write([batchOf(aVisit(LINK, { at: NOON }))])
    await visit()
    vi.advanceTimersByTime(1.5 * DAY_MS - 1)
    await visit()
    expect(store.asked).toEqual([DAY])
    vi.advanceTimersByTime(1)
    await visit()
    expect(store.asked).toEqual([DAY, DAY])
  })

  it('threads that share a store count a visitor as one, by the salt that was stored first', async () => {
    const salts = new Map<number, string>()
    const stores = [listStore({ salts }), listStore({ salts })]
    for (const store of stores) await storing(store)([batchOf(aVisit(LINK, { at: NOON }))])
    const [one, other] = stores.map(({ recorded }) => recorded[0]?.visitor)
    expect(one).toBeDefined()
    expect(one).toBe(other)
  })

  it('hits are stored by a later call when the salt could not be read', async () => {
    const store = listStore()
    let isAway = true
    const salt = async (day: number, proposed: string) => {
      if (isAway) throw new Error('away')
      return store.hits.salt(day, proposed)
    }
    const write = storing({ ...store, hits: { ...store.hits, salt } })
    const batch = batchOf(aVisit(LINK))
    await expect(write([batch])).rejects.toThrow('away')
    isAway = false
    await write([batch])
    expect(store.recorded).toHaveLength(1)
  })

  it('each visit has its language and the campaign of its address, also when others had the same', async () => {
    const store = listStore()
    const [en, it] = [{ acceptLanguage: 'en-GB,it' }, { acceptLanguage: 'it' }]
    const at = (source: string) => ({
      redirectedTo: `https://example.com/${'x'.repeat(source.length * 300)}?utm_source=${source}`,
    })
    const sent = [{ ...en, ...at('a') }, { ...it, ...at('ab') }, { ...en, ...at('ab') }, it, { ...it, ...at('a') }]
    await storing(store)([batchOf(...sent.map((more) => aVisit(LINK, more)))])
    expect(store.recorded.map(({ language, utm }) => [language, utm?.source])).toEqual([
      ['en', 'a'],
      ['it', 'ab'],
      ['en', 'ab'],
      ['it', undefined],
      ['it', 'a'],
    ])
  })

  it('no batches are stored without asking the store', async () => {
    const store = listStore()
    await storing(store)([])
    expect(store.recorded).toEqual([])
    expect(store.asked).toEqual([])
  })
})
