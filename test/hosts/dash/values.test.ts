import { describe, expect, it } from 'vitest'
import { pastedLines } from '../../../hosts/dash/links/pasted-lines.ts'
import { edited, percentShares, stored } from '../../../hosts/dash/rules/conditions.ts'
import { addressOf, startOf, toggledWhere, visitsFilterOf } from '../../../hosts/dash/visits/visits-filter.ts'

describe('pasted lines', () => {
  it('are addresses with an optional slug, counted as an editor does', () => {
    expect(pastedLines('https://a.example/\r\n\n  https://b.example/x,y  my-slug\n')).toEqual([
      { line: 1, target: 'https://a.example/', slug: undefined },
      { line: 3, target: 'https://b.example/x,y', slug: 'my-slug' },
    ])
  })
})

describe('the filter of visits', () => {
  it('comes from an address and goes back into it', () => {
    const address = '/dash/visits?range=7d&bots=include&where=REFERRER%3Anews.example&where=COUNTRY%3ADE'
    const filter = visitsFilterOf(address)
    expect(filter).toEqual({
      range: '7d',
      bots: 'INCLUDE',
      where: [
        { by: 'REFERRER', value: 'news.example' },
        { by: 'COUNTRY', value: 'DE' },
      ],
    })
    expect(addressOf('/dash/visits', filter)).toBe(address)
    expect(visitsFilterOf('/dash?range=1y&where=NOTHING:x&where=COUNTRY&bots=x')).toEqual({
      range: '30d',
      bots: 'EXCLUDE',
      where: [],
    })
  })

  it('has one value of a kind, which a second click removes', () => {
    const one = toggledWhere([], { by: 'COUNTRY', value: 'DE' })
    const other = toggledWhere(one, { by: 'COUNTRY', value: 'AT' })
    expect([one, other, toggledWhere(other, { by: 'COUNTRY', value: 'AT' })]).toEqual([
      [{ by: 'COUNTRY', value: 'DE' }],
      [{ by: 'COUNTRY', value: 'AT' }],
      [],
    ])
  })

  it('of all times begins before the link was made, and never earlier than the server takes', () => {
    const now = new Date('2026-06-01T00:00:00Z')
    expect(startOf('all', now, '2026-01-01T12:00:00Z').toISOString()).toBe('2026-01-01T11:00:00.000Z')
    expect(startOf('all', now, '2010-01-01T00:00:00Z').getTime()).toBe(now.getTime() - 1829 * 86_400_000)
    expect(startOf('7d', now, undefined).toISOString()).toBe('2026-05-25T00:00:00.000Z')
  })
})

describe('rules in the editor', () => {
  it.each([
    { type: 'country', value: '!DE,AT', target: 'https://example.com/' },
    {
      type: 'all',
      value: '[{"type":"os","value":"ios"},{"type":"country","value":"!US"}]',
      target: 'https://example.com/',
    },
    { type: 'of-a-later-version', value: 'x', target: 'https://example.com/' },
    { type: 'all', value: 'not json', target: 'https://example.com/' },
  ])('$type $value is stored as it came', (rule) => {
    expect(stored(edited(rule, 'key'))).toEqual(rule)
  })

  it('percent rules leave the rest', () => {
    const rule = (value: string) => edited({ type: 'percent', value, target: '' }, value)
    expect(percentShares([rule('30'), rule('20')])).toEqual({
      shares: [
        { rule: 0, percent: 30 },
        { rule: 1, percent: 20 },
      ],
      rest: 50,
    })
  })
})
