import { describe, expect, it } from 'vitest'
import { fixture, importing, written } from './importing.ts'

const CREATED = Date.parse('2021-03-04T05:06:07Z')
const END = Date.parse('2030-01-01T00:00:00Z')
const ROOT = 'it is the root of a domain, which cannot have a link here'
const GO = { verified: ['go.example.org'] }

describe('files of Rebrandly', () => {
  it('answers of the API give what is open, and name each loss', async () => {
    const { report, at, links, bad } = await importing(fixture('rebrandly.jsonl'), 'rebrandly', GO)
    expect(at('go.example.org', 'spring')).toMatchObject({
      target: 'https://example.com/spring',
      title: 'A title',
      note: 'For Ada',
      hitCount: 42,
      createdAt: CREATED,
      forwardQuery: true,
      tags: ['news'],
    })
    expect(at('go.example.org', 'stopped')).toMatchObject({ disabled: true })
    expect(links).toHaveLength(3)
    expect(bad.map(({ slug }) => slug)).toEqual(['mine', 'shut'])
    expect(report).toMatchObject({
      rows: 5,
      disabled: 1,
      refused: { domain: 1, expiry: 1 },
      domains: { 'rebrand.ly': 1 },
    })
    expect(report.lost).toEqual({ scripts: 1, favourite: 1 })
  })

  it('CSV is read by its labels, and gives slugs and domains by short URLs where they have no columns', async () => {
    const { report, at } = await importing(fixture('rebrandly.csv'), 'rebrandly', GO)
    expect(at('go.example.org', 'spring')).toMatchObject({ hitCount: 42, createdAt: CREATED, tags: ['news'] })
    expect(at('go.example.org', 'other')).toMatchObject({ title: 'Other' })
    expect(report).toMatchObject({ created: 2, lost: {} })
  })
})

describe('files of Short.io', () => {
  const link = (fields: object) =>
    written(JSON.stringify({ links: [{ path: 'a', originalURL: 'https://example.com/', ...fields }] }))

  it('answers of the API give what is open, and name each loss', async () => {
    const { report, at, links, bad } = await importing(fixture('shortio.jsonl'), 'shortio', GO)
    const here = (slug: string) => at('go.example.org', slug)
    expect(here('summer')).toMatchObject({
      target: 'https://example.com/summer',
      title: 'A title',
      createdAt: CREATED,
      tags: ['news'],
      redirectStatus: 301,
      forwardQuery: true,
      utm: { source: 'mail' },
    })
    expect(here('ends')).toMatchObject({
      expiresAt: END,
      fallbackTarget: 'https://example.com/over',
      forwardQuery: false,
    })
    expect(here('phones')?.rules).toEqual([
      { type: 'os', value: 'ios', target: 'https://example.com/ios' },
      { type: 'os', value: 'android', target: 'https://example.com/android' },
    ])
    for (const slug of ['locked', 'asked']) expect(here(slug)).toMatchObject({ enabled: false, hasPassword: false })
    expect(here('old')).toMatchObject({ archived: true, enabled: true })
    expect(links).toHaveLength(6)
    expect(bad.map(({ slug }) => slug)).toEqual(['thrice', 'tested', ''])
    expect(report).toMatchObject({
      closed: 2,
      refused: { 'visit-limit': 1, rules: 1 },
      errors: { [ROOT]: 1 },
      notes: [],
    })
    expect(report.lost).toEqual({ cloaking: 1, folder: 1 })
  })

  it('of a limit of visits is left what the clicks have not used, and CSV is read by its labels', async () => {
    const { report, at } = await importing(fixture('shortio.csv'), 'shortio', GO)
    expect(at('go.example.org', 'summer')).toMatchObject({ hitCount: 1042, createdAt: CREATED, maxVisits: null })
    expect(at('go.example.org', 'thrice')).toMatchObject({ hitCount: 2, maxVisits: 3, visitsLeft: 1 })
    expect(report).toMatchObject({ created: 2, lost: {} })
  })

  it.each(['2030-01-01T00:00:00.000Z', END, String(END)])('a time may be in milliseconds: %j', async (expiresAt) => {
    expect((await importing(link({ expiresAt }), 'shortio')).links).toMatchObject([{ expiresAt: END }])
  })

  it('a link that is deleted after a time is refused, and a page counts the links that are on others', async () => {
    expect((await importing(link({ ttl: 86_400_000 }), 'shortio')).report.refused).toEqual({ expiry: 1 })
    const page = { count: 200, links: [{ path: 'a', originalURL: 'https://example.com/' }] }
    const { report } = await importing(written(JSON.stringify(page)), 'shortio')
    expect(report.notes).toEqual([expect.stringMatching(/^The file contains 1 of 200 links: request .* pageToken=/)])
  })
})
