import { fc, test } from '@fast-check/vitest'
import type { LinkId, Utm, Visit } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { readEntries, toEntry } from '../../../adapters/hits/journal-entry.ts'
import { hitIdsOf, packVisits, unpackVisits } from '../../../adapters/hits/visit-batch.ts'

const storable = (maxLength: number) =>
  fc.string({ unit: 'grapheme', maxLength }).filter((text) => !text.includes('\0') && text.length <= maxLength)

const utmValue = fc.option(storable(200))
const campaign = fc.record<Utm>({
  source: utmValue,
  medium: utmValue,
  campaign: utmValue,
  term: utmValue,
  content: utmValue,
})

const visits = fc.array(
  fc.record<Visit>({
    link: fc.uuid() as fc.Arbitrary<LinkId>,
    at: fc.nat({ max: 2 ** 42 }),
    ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    userAgent: fc.option(storable(1024)),
    referrer: fc.option(storable(2000).map((text) => `https://news.example/${text.replaceAll(/[?#]/g, '')}`)),
    rule: fc.option(fc.nat({ max: 49 })),
    redirectedTo: storable(2048),
    acceptLanguage: fc.option(storable(64)),
    campaign: fc.option(campaign),
    ref: fc.option(storable(200)),
    isPrivate: fc.constant(false),
  }),
)

const visit: Visit = {
  link: 'l' as LinkId,
  at: 1,
  ip: '203.0.113.7',
  userAgent: null,
  referrer: null,
  rule: null,
  redirectedTo: 'https://example.com/',
  acceptLanguage: null,
  campaign: null,
  ref: null,
  isPrivate: false,
}

const NO_UTM: Utm = { source: null, medium: null, campaign: null, term: null, content: null }

/** As a journal has it of a version that recorded neither language nor campaign. */
const OLD_LINE =
  'f6dc26f4 123 1 [["l",1764000000000,"203.0.113.7","curl/8.5","https://news.example/",2,"https://example.com/"]]\n'

describe('a batch of visits', () => {
  test.prop([visits])('unpacking a batch returns the packed visits, also after a journal', (visits) => {
    const batch = packVisits(7n, visits)
    expect(unpackVisits(batch)).toEqual(visits)
    const { batches, damaged } = readEntries(toEntry(batch))
    expect(damaged).toBe(0)
    expect(batches.map(unpackVisits)).toEqual([visits])
  })

  it('a batch is in memory of its own, also when it was read from a journal', () => {
    const batch = packVisits(1n, [{ ...visit, userAgent: 'é' }])
    for (const { json } of [batch, ...readEntries(toEntry(batch)).batches]) {
      expect(json.buffer.byteLength).toBe(json.length)
    }
  })

  it('a batch truncates what clients send and replaces what a database refuses', () => {
    const sent = { userAgent: 'x'.repeat(16_000), acceptLanguage: 'x'.repeat(16_000) }
    const texts = ['nul \0', 'lone \ud800', 'plain', 'no escape \\ud800']
    const page = (text: string) => `https://news.example/${text}`
    const kept = texts.map((text) => unpackVisits(packVisits(1n, [{ ...visit, ...sent, referrer: page(text) }]))[0])
    expect(kept[0]?.userAgent).toHaveLength(1024)
    expect(kept[0]?.acceptLanguage).toHaveLength(64)
    expect(kept.map((visit) => visit?.referrer)).toEqual(
      ['nul \ufffd', 'lone \ufffd', 'plain', 'no escape \\ud800'].map(page),
    )
  })

  it('a batch holds no query, user name or password of a referrer, also in a journal', () => {
    const batch = packVisits(1n, [{ ...visit, referrer: 'https://jane:secret@mail.example/inbox?user=jane' }])
    expect(unpackVisits(batch)[0]?.referrer).toBe('https://mail.example/inbox')
    expect(String(toEntry(batch))).not.toContain('jane')
  })

  it('a batch holds neither referrer, campaign nor reference of a private visit', () => {
    const sent = { referrer: 'https://news.example/', acceptLanguage: 'it' }
    const batch = packVisits(1n, [
      { ...visit, ...sent, campaign: { ...NO_UTM, source: 'mail' }, ref: 'flyer', isPrivate: true },
    ])
    expect(unpackVisits(batch)).toEqual([{ ...visit, acceptLanguage: 'it', isPrivate: true }])
    expect(String(toEntry(batch))).not.toMatch(/news|mail|flyer/)
  })

  it('a plain visit takes no more room than in versions before, which read every row', () => {
    const campaign = { ...NO_UTM, medium: 'qr' }
    const visits = [visit, { ...visit, acceptLanguage: 'it' }, { ...visit, campaign }, { ...visit, isPrivate: true }]
    const row = ['l', 1, '203.0.113.7', null, null, null, 'https://example.com/']
    expect(JSON.parse(String(Buffer.from(packVisits(1n, visits).json)))).toEqual([
      row,
      [...row, 'it'],
      [...row, null, [null, 'qr', null, null, null]],
      [...row, null, null, 1],
    ])
  })

  it('a line of a version before is read', () => {
    const { batches, damaged } = readEntries(Buffer.from(OLD_LINE))
    expect(damaged).toBe(0)
    expect(batches.map(unpackVisits)).toEqual([
      [{ ...visit, at: 1_764_000_000_000, userAgent: 'curl/8.5', referrer: 'https://news.example/', rule: 2 }],
    ])
  })

  it('a batch numbers its hits consecutively', () => {
    expect(hitIdsOf(packVisits(9_007_199_254_740_993n, [visit, visit]))).toEqual([
      '9007199254740993',
      '9007199254740994',
    ])
  })
})

describe('a journal’s entries', () => {
  test.prop([visits, visits, fc.nat(), fc.nat({ max: 255 })])(
    'journal entries are read up to where they are torn, and damaged ones are never read as other visits',
    (one, two, cut, bits) => {
      const [first, second] = [toEntry(packVisits(1n, one)), toEntry(packVisits(2n, two))]
      const torn = readEntries(Buffer.concat([first, second.subarray(0, cut % second.length)]))
      expect(torn.damaged).toBe(0)
      expect(torn.batches.map(({ first }) => first)).toEqual(['1'])

      const bytes = Buffer.concat([first, second])
      const at = cut % bytes.length
      bytes[at] = (bytes[at] as number) ^ bits
      for (const batch of readEntries(bytes).batches) {
        expect(unpackVisits(batch)).toEqual(batch.first === '1' ? one : two)
      }
    },
  )
})
