import { describe, expect, it } from 'vitest'
import { lineFaults, pastedLines } from '../../../hosts/dash/links/create/pasted-lines.ts'
import { targetWithCampaign } from '../../../hosts/dash/links/draft/target-with-campaign.ts'
import { inParts } from '../../../hosts/dash/links/in-parts.ts'
import { retagged, tagsOf } from '../../../hosts/dash/links/tag-names.ts'
import { edited, percentShares, stored } from '../../../hosts/dash/rules/conditions.ts'
import { withScheme } from '../../../hosts/dash/ui/text/is-address.ts'

describe('an address as typed', () => {
  it.each([
    ['example.com/a', 'https://example.com/a'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['localhost:3000', 'https://localhost:3000'],
    ['http://example.com', 'http://example.com'],
    [' https://example.com/spring sale?a=b c ', 'https://example.com/spring%20sale?a=b%20c'],
    ['javascript:1', 'javascript:1'],
    ['tel:12345', 'tel:12345'],
    ['one-word', 'one-word'],
    ['example.com?query', 'https://example.com?query'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['', ''],
  ])('%s becomes %s', (typed, address) => {
    expect(withScheme(typed)).toBe(address)
  })
})

describe('pasted lines', () => {
  it('are addresses with an optional slug, counted as an editor does', () => {
    expect(pastedLines('https://a.example/\r\n\n  https://b.example/x,y  my-slug\n')).toEqual([
      { line: 1, target: 'https://a.example/', slug: undefined },
      { line: 3, target: 'https://b.example/x,y', slug: 'my-slug' },
    ])
  })
})

describe('lines of a bulk creation', () => {
  it('are wrong without a web address, with a malformed slug, or with that of an earlier line', () => {
    const lines = pastedLines(
      [
        'example.com/a mine',
        'ftp://example.com/',
        'nonsense',
        'https://b.example/ a/b',
        'https://c.example/ mine',
        'https://d.example/ fine and more',
      ].join('\n'),
    )
    expect(lines[0]?.target).toBe('https://example.com/a')
    expect([...lineFaults(lines)]).toEqual([
      [2, 'address'],
      [3, 'address'],
      [4, 'slug'],
      [5, 'repeated'],
      [6, 'slug'],
    ])
  })

  it('are sent in parts; those of a part that fails, and behind it, are answered as failed', async () => {
    const parts: string[] = []
    const outcomes = await inParts(['a', 'b', 'c', 'd', 'e'], 2, async (part) => {
      parts.push(part.join(''))
      if (part.includes('c')) throw new Error('No answer')
      return part.map(() => ({ ok: true, error: null }))
    })
    expect([parts, outcomes.map(({ ok, error }) => (ok ? 'ok' : error))]).toEqual([
      ['ab', 'cd'],
      ['ok', 'ok', 'No answer', 'No answer', 'No answer'],
    ])
    await expect(inParts(['a'], 2, () => Promise.reject(new Error('Refused')))).rejects.toThrow('Refused')
  })
})

describe('tags of links', () => {
  it('are separated by commas, added and removed; those that stay as they are need no change', () => {
    expect(tagsOf(' a, b ,,a')).toEqual(['a', 'b'])
    expect(retagged(['a', 'b'], ['c'], new Set(['a']))).toEqual(['b', 'c'])
    expect(retagged(['a', 'b'], ['b'], new Set(['c']))).toBeUndefined()
  })
})

describe('the target with campaign parameters', () => {
  it.each([
    ['https://example.com/', 'https://example.com/?utm_source=a%20b'],
    ['https://example.com/?x=1#top', 'https://example.com/?x=1&utm_source=a%20b#top'],
    ['https://example.com/?utm_source=own', 'https://example.com/?utm_source=own'],
  ])('of %s is %s', (target, expected) => {
    const draft = { target, utmSource: ' a b ', utmMedium: '', utmCampaign: '', utmTerm: '', utmContent: '' }
    expect(targetWithCampaign(draft)).toBe(expected)
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
