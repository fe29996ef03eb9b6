import { TIME_DIMENSIONS } from '@shortlink/core'
import { inRowOrder, localTimeValue, referrerHost, visitValue } from '@shortlink/core/adapter'
import { aHit } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'

const value = (by: Parameters<typeof visitValue>[1], given: object) => visitValue(aHit('link' as never, given), by)

describe('the value of a visit', () => {
  it.each([
    ['https://News.Example/a', 'news.example'],
    ['https://user:pass@news.example:8443', 'news.example'],
    ['https://a@b@news.example/@c', 'news.example'],
    ['http://[2001:DB8::1]:80/', '[2001:db8::1]'],
    ['http://[2001:db8::1]', '[2001:db8::1]'],
    ['android-app://com.example.app/', 'com.example.app'],
    ['https://news.example?q=://other', 'news.example'],
    ['https://news.example#a@b', 'news.example'],
    ['https://MÜNCHEN.example/', 'mÜnchen.example'],
    ['https://news.example:', 'news.example'],
    ['about:blank', null],
    ['news.example/a', null],
    ['https:///a', null],
    ['https://user@:80/', null],
    ['', null],
  ])('the host of the referrer %j is %j', (referrer, host) => {
    expect(referrerHost(referrer)).toBe(host)
    expect(value('REFERRER', { referrer })).toBe(host)
  })

  it.each([
    [{ country: 'US', region: 'US-CA', subdivision: 'California' }, 'US/California'],
    [{ country: 'US', region: 'US-CA' }, 'US/CA'],
    [{ country: 'US', region: 'US-CA', subdivision: '' }, 'US/CA'],
    [{ country: 'US', region: 'CA' }, null],
    [{ country: 'US' }, null],
    [{ region: 'US-CA', subdivision: 'California' }, null],
  ])('the region of %j is %j', (place, region) => {
    expect(value('REGION', place)).toBe(region)
  })

  it('a city has its country before it, and none without one', () => {
    expect(value('CITY', { country: 'DE', city: 'A/B' })).toBe('DE/A/B')
    expect(value('CITY', { city: 'Köln' })).toBeNull()
  })

  it('a rule is its position, or none', () => {
    expect([null, 0, 10].map((rule) => value('RULE', { rule }))).toEqual(['none', '0', '10'])
  })

  it('an empty text is no value', () => {
    const utm = { source: '', medium: null, campaign: 'c', term: null, content: null }
    expect([value('UTM_SOURCE', { utm }), value('UTM_MEDIUM', { utm }), value('UTM_CAMPAIGN', { utm })]).toEqual([
      null,
      null,
      'c',
    ])
    expect(value('UTM_CAMPAIGN', { utm: null })).toBeNull()
    expect(value('DESTINATION', { redirectedTo: null })).toBeNull()
  })

  it('weekdays and hours are those of local time, also before 1970', () => {
    const [monday, sunday] = [Date.UTC(2026, 10, 23), Date.UTC(1969, 11, 28, 23, 59)]
    const values = (at: number) => TIME_DIMENSIONS.map((by) => localTimeValue(at, by))
    expect(values(monday)).toEqual(['1', '0', '0'])
    expect(values(sunday)).toEqual(['7', '23', '167'])
  })
})

it('rows of as many visits are in the order of code points, without a value last', () => {
  const values = [null, '\u{1F600}', '\uFF5E', 'b', 'B', 'ab', 'a', 'é', '']
  const rows = values.map((value) => ({ at: 0, value, hits: 1, bots: 0, visitors: 0 }))
  expect(rows.sort(inRowOrder('INCLUDE')).map((row) => row.value)).toEqual([
    '',
    'B',
    'a',
    'ab',
    'b',
    'é',
    '\uFF5E',
    '\u{1F600}',
    null,
  ])
})
