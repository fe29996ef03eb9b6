import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { campaignOf } from '../../../../core/links/served/campaign-of.ts'

const NONE = { source: null, medium: null, campaign: null, term: null, content: null }

describe('the campaign of a query', () => {
  it('has the five parameters, decoded, among others', () => {
    expect(
      campaignOf('a=1&utm_source=news%20letter&utm_medium=e+mail&utm_campaign=may&utm_term=b&utm_content=c&utm_id=7'),
    ).toEqual({ source: 'news letter', medium: 'e mail', campaign: 'may', term: 'b', content: 'c' })
  })

  it('has the first value of each', () => {
    expect(campaignOf('utm_source=one&utm_source=two')).toEqual({ ...NONE, source: 'one' })
  })

  it.each(['', 'a=1', 'utm_source', 'utm_source=', 'utm_source=&utm_id=1', 'my_utm_source=a', 'UTM_SOURCE=a'])(
    'is none in %j',
    (query) => {
      expect(campaignOf(query)).toBeNull()
    },
  )

  it('has values of 200 characters at most, which every store takes', () => {
    expect(campaignOf(`utm_term=${'x'.repeat(5000)}`)?.term).toBe('x'.repeat(200))
    expect(campaignOf(`utm_term=${'x'.repeat(199)}%F0%9F%98%80`)?.term).toBe(`${'x'.repeat(199)}\ufffd`)
    expect(campaignOf('utm_term=a%00b')?.term).toBe('a\ufffdb')
  })

  test.prop([fc.string()])('reads any value that is encoded in the address', (value) => {
    const kept = value.slice(0, 200).toWellFormed().replaceAll('\0', '\ufffd')
    expect(campaignOf(`utm_source=${encodeURIComponent(value.toWellFormed())}&utm_medium=m`)).toEqual({
      ...NONE,
      source: kept || null,
      medium: 'm',
    })
  })
})
