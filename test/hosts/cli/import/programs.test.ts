import { describe, expect, it } from 'vitest'
import { fixture, importing, written } from './importing.ts'

const SLUG_RULE = 'slug may contain only A-Z a-z 0-9 _ -'
const PATH_RULE = `${SLUG_RULE}; it has a path in front`
const DAY = '2021-03-04T05:06:07.000Z'

describe('files of YOURLS', () => {
  it.each([
    'yourls-api.json',
    'yourls.csv',
    'yourls-no-header.csv',
    'yourls-excel.csv',
    'yourls-phpmyadmin.json',
    'yourls-mysqldump.sql',
    'yourls-mariadb-dump.sql',
    'yourls-phpmyadmin.sql',
  ])('%s gives the links of the table with decoded titles, and says which slugs are refused', async (name) => {
    const { report, links, at } = await importing(fixture(name), 'yourls')
    expect(links).toHaveLength(2)
    expect(at('', 'ozh')).toMatchObject({ target: 'https://ozh.org/', title: 'ozh.org', hitCount: 42 })
    expect(at('', 'ozh')?.createdAt).toBe(Date.parse(DAY))
    expect(at('', 'blog')).toMatchObject({
      target: 'https://blog.yourls.org/?a=1,2;3&b=%22x%22',
      title: 'YOURLS\' «Blog» & "more"',
      hitCount: 7,
    })
    expect(report).toMatchObject({ rows: 5, created: 2, bad: 3, refused: {}, lost: {} })
    expect(report.errors).toEqual({ [SLUG_RULE]: 2, 'target must be an absolute http:// or https:// URL': 1 })
  })

  it('a keyword with a slash is refused whole, and a site in a folder is left out of the slug', async () => {
    const link = (shorturl: string) => ({ shorturl, url: 'https://example.com/' })
    const links = { link_1: link('https://example.org/s/one'), link_2: link('https://example.org/s/two/three') }
    const { links: imported, bad } = await importing(written(JSON.stringify({ links })), 'yourls')
    expect(imported.map(({ slug }) => slug)).toEqual(['one'])
    expect(bad).toMatchObject([{ slug: 'two/three', error: PATH_RULE }])
  })

  it('a short URL in CSV gives its slug, and is refused for a path in front of it', async () => {
    const csv = 'shorturl,url\nhttps://sho.rt/api1,https://example.com/\nhttps://sho.rt/s/api2,https://example.com/\n'
    const { links, bad } = await importing(written(csv), 'yourls')
    expect(links.map(({ slug }) => slug)).toEqual(['api1'])
    expect(bad).toMatchObject([{ slug: 's/api2', error: PATH_RULE }])
  })

  it('links that the API left out of its answer are counted', async () => {
    const answer = {
      links: { link_1: { shorturl: 'https://example.org/a', url: 'https://example.com/' } },
      stats: { total_links: '37' },
    }
    const { report } = await importing(written(JSON.stringify(answer)), 'yourls')
    expect(report.notes).toEqual([expect.stringMatching(/^The file holds 1 of 37 links: ask the API with limit=/)])
  })
})

describe('files of Kutt', () => {
  it('a banned, a protected, an ended and a foreign link of Kutt do not come open', async () => {
    const { report, links, bad } = await importing(fixture('kutt.json'), 'kutt')
    expect(links.filter(({ disabled }) => !disabled)).toMatchObject([
      { slug: 'open', hostname: '', title: 'A title', hitCount: 42, createdAt: Date.parse(DAY) },
    ])
    expect(links.filter(({ disabled }) => disabled).map(({ slug }) => slug)).toEqual(['banned'])
    expect(bad.map(({ row, slug, error }) => [row, slug, error])).toEqual([
      [3, 'locked', 'its password cannot be kept (--accept-loss password)'],
      [4, 'past', 'its end cannot be kept (--accept-loss expiry)'],
      [5, 'future', 'its end cannot be kept (--accept-loss expiry)'],
      [6, 'there', expect.stringMatching(/^s.other.example is not a verified domain .* \(--domain s.other.example=/)],
      [7, 'open', expect.stringMatching(/^go.example.org is not a verified domain /)],
    ])
    expect(report).toMatchObject({ rows: 7, created: 2, disabled: 1, bad: 5, notes: [] })
    expect(report.refused).toEqual({ password: 1, expiry: 2, domain: 2 })
    expect(report.domains).toEqual({ 's.other.example': 1, 'go.example.org': 1 })
  })

  it('a dry run counts the same and writes nothing', async () => {
    const asked = { verified: ['go.example.org'], acceptLoss: ['expiry'] } as const
    const dry = await importing(fixture('kutt.json'), 'kutt', { ...asked, applied: false })
    const applied = await importing(fixture('kutt.json'), 'kutt', asked)
    expect(dry.report).toEqual(applied.report)
    expect(dry.bad).toEqual(applied.bad)
    expect(dry.links).toEqual([])
    expect(applied.report.lost).toEqual({ expiry: 2 })
  })

  it('two domains with one code are two links', async () => {
    const { at } = await importing(fixture('kutt.json'), 'kutt', { verified: ['go.example.org'] })
    expect(at('', 'open')?.hitCount).toBe(42)
    expect(at('go.example.org', 'open')?.hitCount).toBe(3)
  })

  it('answers of the API, one in each line, are one import', async () => {
    const { report, links } = await importing(fixture('kutt-pages.jsonl'), 'kutt')
    expect(links.map(({ slug }) => slug).sort()).toEqual(['one', 'three', 'two'])
    expect(report.notes).toEqual([])
  })

  it('a page of Kutt names the number of all links and how to get them', async () => {
    const { report } = await importing(
      written(JSON.stringify({ total: 37, data: [{ address: 'a', target: 'https://example.com/' }] })),
      'kutt',
    )
    expect(report.notes).toEqual([
      'The file holds 1 of 37 links: Kutt gives at most 50 links a call: call it again with skip=50, skip=100 …, and append each answer as a line.',
    ])
  })

  it.each(['+00', '+00:00', '+0000', '.123456+00', ''])('a time of Postgres is read: 10:00:00%s', async (zone) => {
    const csv = (time: string) => written(`address,target,created_at\na,https://example.com/,${time}\n`)
    const { links } = await importing(csv(`2023-01-01 10:00:00${zone}`), 'kutt')
    expect(new Date(links[0]?.createdAt ?? 0).toISOString()).toMatch(/^2023-01-01T10:00:00/)
    const [east] = (await importing(csv('2023-01-01 10:00:00+05:30'), 'kutt')).links
    expect(east?.createdAt).toBe(Date.parse('2023-01-01T04:30:00Z'))
    const [date] = (await importing(csv('2023-01-01'), 'kutt')).links
    expect(date?.createdAt).toBe(Date.parse('2023-01-01T00:00:00Z'))
  })

  it('a domain that is known by its number only is another domain', async () => {
    const csv = 'address,target,domain_id\na,https://example.com/,7\nb,https://example.com/,\n'
    const { links, bad } = await importing(written(csv), 'kutt')
    expect(links.map(({ slug }) => slug)).toEqual(['b'])
    expect(bad).toMatchObject([{ slug: 'a', error: expect.stringContaining('#7 is not a verified domain') }])
  })
})

describe('files of Shlink', () => {
  it('the API’s answer gives what is open, and names each loss', async () => {
    const { report, links, bad, at } = await importing(fixture('shlink.json'), 'shlink', {
      verified: ['go.example.org'],
    })
    expect(links).toHaveLength(2)
    expect(at('', 'abc')).toMatchObject({ title: 'A title', hitCount: 42, createdAt: Date.parse(DAY) })
    expect(at('go.example.org', 'abc')).toBeDefined()
    expect(report.refused).toEqual({ expiry: 1, start: 1, 'visit-limit': 1, rules: 1, domain: 1 })
    expect(report.lost).toEqual({ tags: 1, forwardQuery: 2 })
    expect(bad.find(({ slug }) => slug === 'a/b')?.error).toBe(PATH_RULE)
    expect(report.notes).toEqual([expect.stringContaining('8 of 9 links')])
  })

  it.each(['shlink.csv', 'shlink-old.csv'])('%s gives domains and codes by its addresses', async (name) => {
    const unmapped = await importing(fixture(name), 'shlink')
    expect(unmapped.links).toEqual([])
    expect(unmapped.report.domains).toEqual({ 's.example.org': 6, 'go.example.org': 1, 's.other.example': 1 })
    const { links, report, at } = await importing(fixture(name), 'shlink', {
      domain: ['s.example.org=', 's.other.example=go.example.com'],
      verified: ['go.example.org', 'go.example.com'],
    })
    expect(links).toHaveLength(7)
    expect(at('', 'abc')).toMatchObject({ title: 'A title', hitCount: 42 })
    expect(at('go.example.org', 'abc')).toBeDefined()
    expect(at('go.example.com', 'abc')).toBeDefined()
    expect(report.errors).toEqual({ [PATH_RULE]: 1 })
    expect(report.notes).toEqual([expect.stringMatching(/^CSV of shlink leaves out start, end, limit of visits/)])
  })

  it('targets by device become rules', async () => {
    const [ios, android] = ['https://example.com/ios', 'https://example.com/android']
    const row = {
      shortCode: 'a',
      longUrl: 'https://example.com/',
      domain: null,
      deviceLongUrls: { ios, android, desktop: null },
    }
    const { links } = await importing(written(JSON.stringify([row])), 'shlink')
    expect(links[0]?.rules).toEqual([
      { type: 'os', value: 'ios', target: ios },
      { type: 'os', value: 'android', target: android },
    ])
  })
})

describe('files of Bitly', () => {
  it('each back-half of a bitlink becomes a link, of which the first has the clicks', async () => {
    const { report, at, bad } = await importing(fixture('bitly.json'), 'bitly', {
      domain: ['bit.ly='],
      verified: ['go.example.org'],
    })
    const target = 'https://example.com/3abcDEF'
    expect(at('', '3abcDEF')).toMatchObject({ target, title: 'A title', createdAt: Date.parse(DAY) })
    expect(at('go.example.org', 'spring')).toMatchObject({ target })
    expect(at('go.example.org', 'sale')).toMatchObject({ target })
    expect(at('go.example.org', '4ghiJKL')).toBeDefined()
    expect(report).toMatchObject({ rows: 4, created: 4, refused: { archived: 1, rules: 1 }, lost: { tags: 3 } })
    expect(bad.map(({ slug }) => slug)).toEqual(['5old', '6app'])
  })

  it('the CSV of the site is read by its labels', async () => {
    const asked = { domain: ['bit.ly='], verified: ['go.example.org'] }
    const { at, links } = await importing(fixture('bitly.csv'), 'bitly', asked)
    expect(at('go.example.org', 'spring')).toMatchObject({ hitCount: 1042, createdAt: Date.parse(DAY) })
    expect(at('', '3abcDEF')).toMatchObject({ hitCount: 0, title: 'A title' })
    expect(links).toHaveLength(3)
  })
})

describe('files of Dub', () => {
  it('the API’s answer gives what is open, with targets by device and country as rules', async () => {
    const { report, at, links, bad } = await importing(fixture('dub.json'), 'dub', { verified: ['go.example.org'] })
    expect(at('go.example.org', 'launch')).toMatchObject({ title: 'A title', hitCount: 42, createdAt: Date.parse(DAY) })
    expect(at('go.example.org', 'phones')?.rules).toEqual([
      { type: 'os', value: 'ios', target: 'https://example.com/ios' },
      { type: 'os', value: 'android', target: 'https://example.com/android' },
      { type: 'country', value: 'IT', target: 'https://example.com/it' },
    ])
    expect(at('go.example.org', 'closed')?.disabled).toBe(true)
    expect(links).toHaveLength(3)
    expect(report.refused).toEqual({ password: 1, expiry: 1, archived: 1, rules: 1, domain: 1 })
    expect(report.lost).toEqual({ tags: 1, comments: 1 })
    expect(bad.map(({ slug }) => slug)).toEqual(['locked', 'ends', 'old', 'tested', '', 'docs/start', 'theirs'])
  })

  it.each(['dub.csv', 'dub-old.csv'])('%s is read by the names of its columns', async (name) => {
    const { at, links, report } = await importing(fixture(name), 'dub', { verified: ['go.example.org'] })
    expect(at('go.example.org', 'launch')).toMatchObject({ hitCount: 42, createdAt: Date.parse(DAY) })
    expect(links).toHaveLength(1)
    expect(report.lost).toEqual({ tags: 1 })
  })
  it('rows without a key are refused as such, not as repetitions', async () => {
    const row = { domain: 'sho.rt', key: '', url: 'https://example.com/' }
    const { report } = await importing(written(JSON.stringify([row, row])), 'dub')
    expect(report.errors).toEqual({ 'slug must not be empty': 2 })
  })
})
