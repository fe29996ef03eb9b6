import type { Situation } from '../support/facts.ts'

/** A visitor in words for the page, and as the server sees it. */
export type Visit = readonly [words: string, situation: Situation]

/** A value of a rule, with a visitor who matches and one who does not. */
export interface Sample {
  readonly value: string
  readonly matches: Visit
  readonly misses: Visit
}

/** The rows of docs/rules.md for one type of rule. */
export interface TypeSamples {
  /** The fact of a visit that the rule checks. */
  readonly fact: string
  readonly samples: readonly Sample[]
}

const IPHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const ANDROID_AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const WINDOWS_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'

export const IPHONE: Visit = ['an iPhone', { userAgent: IPHONE_AGENT }]
export const ANDROID: Visit = ['an Android phone', { userAgent: ANDROID_AGENT }]
export const WINDOWS: Visit = ['Windows with Edge', { userAgent: WINDOWS_AGENT }]
const UNKNOWN_AGENT: Visit = ['a request without `User-Agent`', {}]
const BOT: Visit = [
  'Googlebot',
  { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
]

/** By the packaged country data. */
export const ITALY: Visit = ['an IP address in Italy', { ip: '151.1.1.1' }]
const USA: Visit = ['an IP address in the USA', { ip: '8.8.8.8' }]
const NOWHERE: Visit = ['an IP address of unknown country', { ip: '10.0.0.7' }]

const place = (words: string, own: NonNullable<Situation['place']>): Visit => [words, { place: own }]
const language = (header: string): Visit => [`\`Accept-Language: ${header}\``, { acceptLanguage: header }]
const query = (text: string): Visit => [text === '' ? 'no query' : `\`?${text}\``, { query: text }]
const referrer = (url: string): Visit => [`a link on \`${url}\``, { referrer: url }]
const address = (ip: string): Visit => [`\`${ip}\``, { ip }]
export const clock = (now: string): Visit => [`\`${now}\``, { now }]
const visits = (hitCount: number): Visit => [`${hitCount} visits so far`, { hitCount }]

/** A visitor whose IP address falls into the named bucket. */
const bucket = (words: string, ip: string): Visit => [words, { ip }]

export const SAMPLES: Readonly<Record<string, TypeSamples>> = {
  device: {
    fact: 'device class, by `User-Agent`',
    samples: [
      { value: 'mobile,tablet', matches: IPHONE, misses: WINDOWS },
      { value: '!bot', matches: WINDOWS, misses: BOT },
      { value: '!mobile', matches: WINDOWS, misses: UNKNOWN_AGENT },
    ],
  },
  os: {
    fact: 'operating system, by `User-Agent`',
    samples: [{ value: 'ios', matches: IPHONE, misses: ANDROID }],
  },
  browser: {
    fact: 'browser, by `User-Agent`; case-insensitive',
    samples: [{ value: 'edge,chrome', matches: WINDOWS, misses: IPHONE }],
  },
  country: {
    fact: 'country of the IP address',
    samples: [
      { value: 'IT,SM,VA', matches: ITALY, misses: USA },
      { value: '!IT', matches: USA, misses: NOWHERE },
    ],
  },
  continent: { fact: 'continent of the IP address', samples: [{ value: 'EU', matches: ITALY, misses: USA }] },
  region: {
    fact: 'region of the IP address; needs `GEO_DB` with cities',
    samples: [
      {
        value: 'US-CA,US-NV',
        matches: place('an IP address in California', { country: 'US', region: 'US-CA' }),
        misses: place('an IP address in New York', { country: 'US', region: 'US-NY' }),
      },
    ],
  },
  city: {
    fact: 'city of the IP address, ignoring case and accents; needs `GEO_DB` with cities',
    samples: [
      {
        value: 'Zurich,Geneva',
        matches: place('an IP address in `Zürich`', { city: 'Zürich' }),
        misses: place('an IP address in `Basel`', { city: 'Basel' }),
      },
    ],
  },
  language: {
    fact: 'preferred language in `Accept-Language`',
    samples: [
      { value: 'pt', matches: language('pt-BR,en;q=0.8'), misses: language('en,pt;q=0.8') },
      { value: 'pt-BR', matches: language('pt-BR'), misses: language('pt') },
    ],
  },
  query: {
    fact: "the visitor's query string; case-sensitive",
    samples: [
      { value: 'ref', matches: query('ref=mail'), misses: query('source=mail') },
      { value: 'ref=mail,ref=sms', matches: query('ref=sms'), misses: query('ref=Sms') },
      { value: 'ref=', matches: query('ref='), misses: query('ref=mail') },
      { value: '!ref', matches: query(''), misses: query('ref=mail') },
    ],
  },
  referrer: {
    fact: 'host of the referring page, or a parent domain',
    samples: [
      {
        value: 'example.com',
        matches: referrer('https://www.example.com/page'),
        misses: referrer('https://example.org/'),
      },
    ],
  },
  ip: {
    fact: "the visitor's IP address",
    samples: [{ value: '192.0.2.0/24,2001:db8::/32', matches: address('192.0.2.7'), misses: address('198.51.100.7') }],
  },
  before: {
    fact: "the server's clock",
    samples: [
      {
        value: '2026-12-24T18:00:00+01:00',
        matches: clock('2026-12-24T16:59:59Z'),
        misses: clock('2026-12-24T17:00:00Z'),
      },
    ],
  },
  after: {
    fact: "the server's clock",
    samples: [
      { value: '2026-12-24T17:00:00Z', matches: clock('2026-12-24T17:00:00Z'), misses: clock('2026-12-24T16:59:59Z') },
    ],
  },
  time: {
    fact: 'time of day in a time zone; ranges exclude their end',
    samples: [
      {
        value: '09:00-17:30@Europe/Rome',
        matches: clock('2026-07-01T07:00:00Z'),
        misses: clock('2026-07-01T15:30:00Z'),
      },
      {
        value: '22:00-06:00@Asia/Tokyo',
        matches: clock('2026-07-01T15:00:00Z'),
        misses: clock('2026-07-01T03:00:00Z'),
      },
      {
        value: '09:00-12:00,14:00-24:00@UTC',
        matches: clock('2026-07-01T23:59:00Z'),
        misses: clock('2026-07-01T13:00:00Z'),
      },
    ],
  },
  weekday: {
    fact: 'day of the week in a time zone',
    samples: [
      { value: 'mon-fri@Europe/Rome', matches: clock('2026-07-05T22:30:00Z'), misses: clock('2026-07-05T12:00:00Z') },
      { value: 'fri-mon,wed@UTC', matches: clock('2026-07-05T12:00:00Z'), misses: clock('2026-07-07T12:00:00Z') },
    ],
  },
  visits: {
    fact: 'recorded visits of the link before this one',
    samples: [
      { value: '>99', matches: visits(100), misses: visits(99) },
      { value: '<100', matches: visits(99), misses: visits(100) },
    ],
  },
  percent: {
    fact: "the visitor's fixed number from 0 to 99 for the link",
    samples: [
      {
        value: '30',
        matches: bucket('a visitor with number 12', '192.0.2.53'),
        misses: bucket('a visitor with number 55', '192.0.2.18'),
      },
    ],
  },
  all: {
    fact: 'several conditions that must all match',
    samples: [
      {
        value: '[{"type":"os","value":"ios"},{"type":"country","value":"IT"}]',
        matches: ['an iPhone in Italy', { ...IPHONE[1], ...ITALY[1] }],
        misses: ['an iPhone in the USA', { ...IPHONE[1], ...USA[1] }],
      },
      {
        value: '![{"type":"os","value":"ios"},{"type":"country","value":"IT"}]',
        matches: ['an iPhone in the USA', { ...IPHONE[1], ...USA[1] }],
        misses: ['an iPhone in Italy', { ...IPHONE[1], ...ITALY[1] }],
      },
    ],
  },
}
