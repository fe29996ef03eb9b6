import type { Link } from '@shortlink/core'
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
    expect(report.notes).toEqual([
      expect.stringMatching(/^The file contains 1 of 37 links: request all links from the API with limit=/),
    ])
  })
})

describe('files of Kutt', () => {
  it('a banned, a protected, an ended and a foreign link of Kutt do not come open', async () => {
    const { report, at, links, bad } = await importing(fixture('kutt.json'), 'kutt')
    expect(links).toHaveLength(5)
    expect(at('', 'open')).toMatchObject({ title: 'A title', hitCount: 42, createdAt: Date.parse(DAY) })
    expect(at('', 'banned')).toMatchObject({ disabled: true })
    expect(at('', 'locked')).toMatchObject({ enabled: false, disabled: false })
    expect(at('', 'past')?.expiresAt).toBe(Date.parse('2022-01-01T00:00:00Z'))
    expect(at('', 'future')?.expiresAt).toBe(Date.parse('2099-01-01T00:00:00Z'))
    expect(bad.map(({ row, slug, error }) => [row, slug, error])).toEqual([
      [6, 'there', expect.stringMatching(/^s.other.example is not a verified domain .* \(--domain s.other.example=/)],
      [7, 'open', expect.stringMatching(/^go.example.org is not a verified domain /)],
    ])
    expect(report).toMatchObject({ rows: 7, created: 5, disabled: 1, closed: 1, bad: 2, notes: [] })
    expect([report.refused, report.lost]).toEqual([{ domain: 2 }, {}])
    expect(report.domains).toEqual({ 's.other.example': 1, 'go.example.org': 1 })
  })

  it('a dry run counts the same and writes nothing', async () => {
    const asked = { verified: ['go.example.org'], acceptLoss: ['password'] } as const
    const dry = await importing(fixture('kutt.json'), 'kutt', { ...asked, applied: false })
    const applied = await importing(fixture('kutt.json'), 'kutt', asked)
    expect(dry.report).toEqual(applied.report)
    expect(dry.bad).toEqual(applied.bad)
    expect(dry.links).toEqual([])
    expect(applied.report.lost).toEqual({ password: 1 })
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
      'The file contains 1 of 37 links: Kutt returns at most 50 links per call; repeat it with skip=50, skip=100 …, and append each response as a line.',
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

  it('a domain that is known by its number only is another domain, and is mapped by the number', async () => {
    const file = written('address,target,domain_id\na,https://example.com/,7\nb,https://example.com/,\n')
    const { links, bad } = await importing(file, 'kutt')
    expect(links.map(({ slug }) => slug)).toEqual(['b'])
    expect(bad).toMatchObject([{ slug: 'a', error: expect.stringMatching(/^7 is not a verified .*--domain 7=/) }])
    for (const number of ['7', '#7']) {
      const mapped = await importing(file, 'kutt', {
        domain: [`${number}=go.example.org`],
        verified: ['go.example.org'],
      })
      expect(mapped.at('go.example.org', 'a')).toBeDefined()
      expect(mapped.report).toMatchObject({ created: 2, notes: [] })
    }
  })
})

describe('files of Shlink', () => {
  it('the API’s answer gives what is open, and names each loss', async () => {
    const { report, links, bad, at } = await importing(fixture('shlink.json'), 'shlink', {
      verified: ['go.example.org'],
    })
    expect(links).toHaveLength(5)
    expect(at('', 'abc')).toMatchObject({
      title: 'A title',
      hitCount: 42,
      createdAt: Date.parse(DAY),
      tags: ['a', 'b'],
    })
    expect(at('go.example.org', 'abc')).toMatchObject({ forwardQuery: true })
    const TIME = Date.parse('2030-01-01T00:00:00Z')
    expect(at('', 'starts')).toMatchObject({ startsAt: TIME, expiresAt: null })
    expect(at('', 'ends')).toMatchObject({ startsAt: null, expiresAt: TIME })
    expect(at('', 'thrice')).toMatchObject({ maxVisits: 3, visitsLeft: 3 })
    expect(report.refused).toEqual({ rules: 1, domain: 1 })
    expect(report.lost).toEqual({})
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
    expect(at('', 'abc')).toMatchObject({ title: 'A title', hitCount: 42, tags: ['a', 'b'] })
    expect(at('go.example.org', 'abc')).toBeDefined()
    expect(at('go.example.com', 'abc')).toBeDefined()
    expect(report.errors).toEqual({ [PATH_RULE]: 1 })
    expect(report.notes).toEqual([
      expect.stringMatching(/^CSV files of shlink omit start dates, expiration dates, visit limits/),
    ])
  })

  it.each([
    [10, 4, 6],
    [10, 10, 0],
    [10, 12, 0],
  ])('of a limit of %i visits with %i of them made %i are left', async (maxVisits, total, visitsLeft) => {
    const counts = { meta: { maxVisits }, visitsSummary: { total } }
    const row = { shortCode: 'a', longUrl: 'https://example.com/', domain: null, ...counts }
    const { links } = await importing(written(JSON.stringify([row])), 'shlink')
    expect(links).toMatchObject([{ maxVisits, visitsLeft, hitCount: total }])
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
    expect(at('', '3abcDEF')?.tags).toEqual(['spring'])
    expect(at('', '5old')).toMatchObject({ archived: true, enabled: true })
    expect(report).toMatchObject({ rows: 4, created: 5, refused: { rules: 1 }, lost: {} })
    expect(bad.map(({ slug }) => slug)).toEqual(['6app'])
  })

  it('the CSV of the site is read by its labels', async () => {
    const asked = { domain: ['bit.ly='], verified: ['go.example.org'] }
    const { at, links } = await importing(fixture('bitly.csv'), 'bitly', asked)
    expect(at('go.example.org', 'spring')).toMatchObject({ hitCount: 1042, createdAt: Date.parse(DAY) })
    expect(at('', '3abcDEF')).toMatchObject({ hitCount: 0, title: 'A title' })
    expect(links).toHaveLength(3)
  })

  it.each(['Long URL', 'Destination URL'])(
    'CSV that names its links Bitlink is read, with the time of creation and counts that have separators: %s',
    async (target) => {
      const csv = `Bitlink,${target},Title,Created Date,Total Clicks\nbit.ly/3abc,https://example.com/,T,2021-03-04 05:06:07,"1,234"\n`
      const { links, report } = await importing(written(csv), 'bitly', { domain: ['bit.ly='] })
      expect(links).toMatchObject([{ slug: '3abc', title: 'T', hitCount: 1234, createdAt: Date.parse(DAY) }])
      expect(report.lost).toEqual({})
    },
  )

  it('the end of a bitlink is that of each of its back-halves', async () => {
    const expiration_at = '2030-01-01T00:00:00+0000'
    const bitlink = { id: 'bit.ly/a', long_url: 'https://example.com/', custom_bitlinks: ['bit.ly/b'], expiration_at }
    const { at, report } = await importing(written(JSON.stringify({ links: [bitlink] })), 'bitly', {
      domain: ['bit.ly='],
    })
    for (const slug of ['a', 'b']) expect(at('', slug)?.expiresAt).toBe(Date.parse('2030-01-01T00:00:00Z'))
    expect(report).toMatchObject({ created: 2, refused: {} })
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
    expect(at('go.example.org', 'launch')).toMatchObject({ tags: ['spring'], note: 'For Ada', preview: null })
    expect(at('go.example.org', 'locked')).toMatchObject({ hasPassword: true, enabled: true })
    expect(at('go.example.org', 'ends')?.expiresAt).toBe(Date.parse('2030-01-01T00:00:00Z'))
    expect(at('go.example.org', 'old')).toMatchObject({ archived: true, enabled: true })
    expect(links).toHaveLength(6)
    expect(report).toMatchObject({ closed: 0, refused: { rules: 1, domain: 1 }, lost: {} })
    expect(bad.map(({ slug }) => slug)).toEqual(['tested', '', 'docs/start', 'theirs'])
  })

  const dubLink = (fields: object) =>
    written(JSON.stringify([{ domain: 'sho.rt', key: 'a', url: 'https://example.com/', ...fields }]))

  it('a password in clear opens the link, and none of it is in the store', async () => {
    const { links, ports } = await importing(dubLink({ password: 'hunter2' }), 'dub')
    const [link] = links as [Link]
    const hash = (await ports.store.links.findPasswordHash(link.id)) as string
    expect(JSON.stringify([link, hash])).not.toContain('hunter2')
    expect((await ports.passwords.verify(hash, 'hunter2'))._unsafeUnwrap()).not.toBe('wrong')
  })

  it.each([{ password: 'abc' }, { passwordEnabledAt: '2024-01-01T00:00:00.000Z', password: null }])(
    'a link whose password is too short here, or not in the file, comes as one that is not enabled: %j',
    async (fields) => {
      const { links, report } = await importing(dubLink(fields), 'dub')
      expect(links).toMatchObject([{ enabled: false, hasPassword: false }])
      expect(report).toMatchObject({ created: 1, closed: 1 })
    },
  )

  it('the address behind an end, and the preview that is switched on, are kept', async () => {
    const image = 'https://example.com/card.png'
    const preview = { proxy: true, title: 'Card', description: 'Of a page', image }
    const { links } = await importing(dubLink({ expiredUrl: 'https://example.com/over', ...preview }), 'dub')
    expect(links).toMatchObject([
      { fallbackTarget: 'https://example.com/over', preview: { title: 'Card', description: 'Of a page', image } },
    ])
    expect((await importing(dubLink({ ...preview, proxy: false }), 'dub')).links).toMatchObject([{ preview: null }])
  })

  it.each(['dub.csv', 'dub-old.csv'])('%s is read by the names of its columns', async (name) => {
    const { at, links, report } = await importing(fixture(name), 'dub', { verified: ['go.example.org'] })
    expect(at('go.example.org', 'launch')).toMatchObject({ hitCount: 42, createdAt: Date.parse(DAY), tags: ['spring'] })
    expect(links.filter(({ archived }) => !archived)).toHaveLength(1)
    expect(report.lost).toEqual({})
  })

  it.each([{ key: '_root' }, { key: '', shortLink: 'https://sho.rt/' }])(
    'the link of a domain itself is refused as such: %j',
    async (fields) => {
      const { report, links } = await importing(dubLink(fields), 'dub')
      expect(links).toEqual([])
      expect(report.errors).toEqual({
        'it is the root of a domain, which cannot have a link here': 1,
      })
    },
  )

  it('rows without a key are refused as such, not as repetitions', async () => {
    const row = { domain: 'sho.rt', key: '', url: 'https://example.com/' }
    const { report } = await importing(written(JSON.stringify([row, row])), 'dub')
    expect(report.errors).toEqual({ 'slug must not be empty': 2 })
  })
})
