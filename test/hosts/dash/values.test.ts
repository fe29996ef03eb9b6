import { describe, expect, it } from 'vitest'
import { pastedLines } from '../../../hosts/dash/links/pasted-lines.ts'
import { edited, percentShares, stored } from '../../../hosts/dash/rules/conditions.ts'

describe('pasted lines', () => {
  it('are addresses with an optional slug, counted as an editor does', () => {
    expect(pastedLines('https://a.example/\r\n\n  https://b.example/x,y  my-slug\n')).toEqual([
      { line: 1, target: 'https://a.example/', slug: undefined },
      { line: 3, target: 'https://b.example/x,y', slug: 'my-slug' },
    ])
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
