import { fc, test } from '@fast-check/vitest'
import type { LinkId, Visit } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { readEntries, toEntry } from '../../../adapters/hits/journal-entry.ts'
import { hitIdsOf, packVisits, unpackVisits } from '../../../adapters/hits/visit-batch.ts'

const storable = (maxLength: number) =>
  fc.string({ unit: 'grapheme', maxLength }).filter((text) => !text.includes('\0') && text.length <= maxLength)

const visits = fc.array(
  fc.record<Visit>({
    link: fc.uuid() as fc.Arbitrary<LinkId>,
    at: fc.nat({ max: 2 ** 42 }),
    ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    userAgent: fc.option(storable(1024)),
    referrer: fc.option(storable(2048).map((text) => text.replaceAll(/[?#]/g, ''))),
    rule: fc.option(fc.nat({ max: 49 })),
    redirectedTo: storable(2048),
  }),
)

describe('a batch of visits', () => {
  test.prop([visits])('unpacking a batch returns the packed visits, also after a journal', (visits) => {
    const batch = packVisits(7n, visits)
    expect(unpackVisits(batch)).toEqual(visits)
    const { batches, damaged } = readEntries(toEntry(batch))
    expect(damaged).toBe(0)
    expect(batches.map(unpackVisits)).toEqual([visits])
  })

  it('a batch is in memory of its own, also when it was read from a journal', () => {
    const visit = { link: 'l' as LinkId, at: 1, ip: '203.0.113.7', userAgent: 'é', referrer: null, rule: null }
    const batch = packVisits(1n, [{ ...visit, redirectedTo: 'https://example.com/' }])
    for (const { json } of [batch, ...readEntries(toEntry(batch)).batches]) {
      expect(json.buffer.byteLength).toBe(json.length)
    }
  })

  it('a batch truncates what clients send and replaces what a database refuses', () => {
    const visit = { link: 'l' as LinkId, at: 1, ip: '203.0.113.7', rule: null, redirectedTo: 'https://example.com/' }
    const [kept] = unpackVisits(
      packVisits(1n, [{ ...visit, userAgent: 'x'.repeat(16_000), referrer: 'nul \0, lone \ud800' }]),
    )
    expect(kept?.userAgent).toHaveLength(1024)
    expect(kept?.referrer).toBe('nul \ufffd, lone \ufffd')
  })

  it('a batch holds no query of a referrer, also in a journal', () => {
    const visit = { link: 'l' as LinkId, at: 1, ip: '::1', userAgent: null, rule: null, redirectedTo: '' }
    const batch = packVisits(1n, [{ ...visit, referrer: 'https://mail.example/inbox?user=jane' }])
    expect(unpackVisits(batch)[0]?.referrer).toBe('https://mail.example/inbox')
    expect(String(toEntry(batch))).not.toContain('jane')
  })

  it('a batch numbers its hits consecutively', () => {
    const visit = {
      link: 'l' as LinkId,
      at: 1,
      ip: '::1',
      userAgent: null,
      referrer: null,
      rule: null,
      redirectedTo: '',
    }
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
