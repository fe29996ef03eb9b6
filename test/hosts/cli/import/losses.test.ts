import { describe, expect, it } from 'vitest'
import { importing, written } from './importing.ts'

const target = 'https://example.com/'
const json = (...rows: object[]) => written(JSON.stringify(rows))

describe('what a file says that is not kept', () => {
  it.each([
    ['expiry', { ends_at: '2030-01-01' }],
    ['expiry', { valid_until: 0 }],
    ['start', { valid_from: '2030-01-01' }],
    ['visit-limit', { max_clicks: 0 }],
    ['visit-limit', { meta: { limits: { visitsLimit: 5 } } }],
    ['archived', { isArchived: 1 }],
    ['rules', { redirect_rules: [{ if: 'ios' }] }],
    ['domain', { domain: 's.other.example' }],
  ])('a field that no format names refuses the row by its name: %s, %j', async (loss, fields) => {
    const file = json({ slug: 'a', target, ...fields }, { slug: 'b', target })
    const { links, report } = await importing(file, 'shortlink')
    expect(links.map(({ slug }) => slug)).toEqual(['b'])
    expect(report.refused).toEqual({ [loss]: 1 })
    const accepted = await importing(file, 'shortlink', { acceptLoss: [loss as 'password'] })
    expect(accepted.report).toMatchObject({ created: 2, refused: {}, lost: { [loss]: 1 } })
  })

  it.each([
    { password: true },
    { password: 'abc' },
    { password: '********' },
    { password: 1234 },
    { hasPassword: 'yes' },
    { 'Password protected': 'yes' },
  ])('a link whose password cannot be kept comes as one that is not enabled: %j', async (fields) => {
    const file = json({ slug: 'a', target, ...fields }, { slug: 'b', target })
    const { at, report } = await importing(file, 'shortlink')
    expect([at('', 'a'), at('', 'b')]).toMatchObject([{ enabled: false, hasPassword: false }, { enabled: true }])
    expect(report).toMatchObject({ created: 2, closed: 1, refused: {}, lost: {} })
    const accepted = await importing(file, 'shortlink', { acceptLoss: ['password'] })
    expect(accepted.at('', 'a')).toMatchObject({ enabled: true, hasPassword: false })
    expect(accepted.report).toMatchObject({ created: 2, closed: 0, lost: { password: 1 } })
  })

  it.each([{ banned: true }, { disabled: 'true' }, { isActive: false }, { disabledAt: '2024-01-01' }])(
    'a link that was closed comes as a disabled one: %j',
    async (fields) => {
      const { links } = await importing(json({ slug: 'a', target, ...fields }), 'shortlink')
      expect(links).toMatchObject([{ slug: 'a', disabled: true }])
    },
  )

  it.each([{ password: null, expiresAt: '', banned: false, archived: 0, rules: [], active: true, maxVisits: 'null' }])(
    'empty fields refuse nothing: %j',
    async (fields) => {
      const { links, report } = await importing(json({ slug: 'a', target, ...fields }), 'shortlink')
      expect(links).toMatchObject([{ slug: 'a', disabled: false }])
      expect(report.lost).toEqual({})
    },
  )

  it('losses that open nothing are counted by name, and only for links that are imported', async () => {
    const file = json(
      { slug: 'a', target, folder: 'x', notes: 'y' },
      { slug: 'b', target, folder: 'x' },
      { slug: 'c', target, folder: 'x', valid_until: '2030-01-01' },
      { slug: 'admin', target, folder: 'x' },
    )
    const { report } = await importing(file, 'shortlink')
    expect(report).toMatchObject({ created: 2, bad: 2, lost: { folder: 2, notes: 1 } })
  })
})

const limitedIn = (closing: string) =>
  `it already exists as an active link, but is expired or limited in the file (${closing})`

describe('links that are there already', () => {
  const before = json({ slug: 'a', target }, { slug: 'b', target }, { slug: 'c', target, disabled: true })

  it.each([
    ['disabled', { disabled: true }, limitedIn('disabled')],
    ['not enabled', { enabled: false }, limitedIn('not enabled')],
    ['password', { password: 'p' }, limitedIn('password')],
    ['password', { password: 'long enough' }, limitedIn('password')],
    ['start', { startsAt: '2030-01-01T00:00:00Z' }, limitedIn('start')],
    ['expiry', { expiresAt: '2030-01-01T00:00:00Z' }, limitedIn('expiry')],
    ['visit-limit', { maxVisits: 3 }, limitedIn('visit-limit')],
    ['expiry', { valid_until: '2030-01-01' }, expect.stringMatching(/; it already exists as an active link$/)],
  ])('one that is open here but not in the file is bad and counted: %s', async (reason, fields, error) => {
    const rows = json({ slug: 'a', target, ...fields }, { slug: 'b', target }, { slug: 'c', target, ...fields })
    const asked = { before, applied: false }
    const { report, bad } = await importing(rows, 'shortlink', asked)
    expect(report.open).toEqual({ [reason]: 1 })
    expect(bad[0]).toMatchObject({ row: 1, slug: 'a', error })
    expect(report.present + report.bad).toBe(3)
    const applied = await importing(rows, 'shortlink', { ...asked, applied: true })
    expect(applied.report).toEqual(report)
  })

  it('an import of links with passwords, times and limits can be repeated', async () => {
    const limited = { password: 'long enough', expiresAt: '2030-01-01T00:00:00Z', maxVisits: 3, aliases: ['b'] }
    const rows = json({ slug: 'a', target, ...limited }, { slug: 'c', target, hasPassword: true })
    const { report, bad } = await importing(rows, 'shortlink', { before: rows })
    expect([report, bad]).toMatchObject([{ created: 0, present: 2, bad: 0, open: {} }, []])
  })

  it('a link with another target, or one whose loss is accepted, is not counted', async () => {
    const other = json({ slug: 'a', target: 'https://example.com/other', password: 'p' })
    expect((await importing(other, 'shortlink', { before })).report.open).toEqual({})
    const accepted = { before, acceptLoss: ['password'] } as const
    const { report } = await importing(json({ slug: 'a', target, password: 'p' }), 'shortlink', accepted)
    expect(report).toMatchObject({ present: 1, bad: 0, open: {} })
  })
})

describe('domains of links', () => {
  const rows = [
    { slug: 'a', target, hostname: null },
    { slug: 'a', target, hostname: 'one.example' },
    { slug: 'a', target, hostname: 'TWO.example.' },
    { slug: 'b', target, hostname: 'sho.rt' },
  ]
  const places = async (domain: string[], verified: string[] = []) => {
    const { links, report } = await importing(json(...rows), 'shortlink', { domain, verified })
    return [links.map(({ hostname, slug }) => `${hostname}/${slug}`).sort(), report.skipped] as const
  }

  it('a domain goes to the verified hostname of its name, and the service’s own to its own host', async () => {
    expect(await places([])).toEqual([['/a', '/b'], 0])
    expect(await places([], ['two.example'])).toEqual([['/a', '/b', 'two.example/a'], 0])
  })

  it('a domain is mapped to a verified hostname or to the service’s own host', async () => {
    expect(await places(['one.example=go.example'], ['go.example'])).toEqual([['/a', '/b', 'go.example/a'], 0])
    expect(await places(['default=go.example', 'one.example='], ['go.example'])).toEqual([
      ['/a', '/b', 'go.example/a'],
      0,
    ])
  })

  it('a name alone selects the links of that domain, beside those of mapped ones', async () => {
    expect(await places(['two.example'], ['two.example'])).toEqual([['two.example/a'], 3])
    expect(await places(['default', 'one.example=two.example'], ['two.example'])).toEqual([['/a', 'two.example/a'], 2])
  })

  it.each(['DEFAULT', ' Default '])('the domain %j is no domain in any file', async (domain) => {
    const files = {
      shlink: { shortCode: 'a', longUrl: target, domain },
      kutt: { address: 'a', target, domain },
      shortlink: { slug: 'a', target, hostname: domain },
    }
    for (const [from, row] of Object.entries(files))
      expect((await importing(json(row), from)).links).toMatchObject([{ slug: 'a', hostname: '' }])
  })

  it('a --domain that matches no link is named with the domains that the file has', async () => {
    const { report } = await importing(json(...rows.slice(0, 2)), 'shortlink', {
      domain: ['on.example=', 'one.example='],
    })
    expect(report.notes).toEqual(['--domain on.example matches no link; the file has default'])
  })

  it('a slug that two domains bring to one place is named with the row that has it, and is it for another target', async () => {
    const there = { slug: 'a', target, hostname: 'one.example' }
    const rows = [there, { ...there, hostname: 'two.example' }, { ...there, hostname: null, target: `${target}other` }]
    const { links, bad, report } = await importing(json(...rows), 'shortlink', {
      domain: ['one.example=', 'two.example='],
    })
    expect(links).toMatchObject([{ target }])
    expect(bad).toMatchObject([
      { row: 2, error: 'The file has this slug twice: row 1 (one.example) has it, too' },
      { row: 3, error: 'The file has this slug twice: row 1 (one.example) has it for another target' },
    ])
    expect(report.errors).toEqual({
      'The file has this slug twice': 1,
      'The file has this slug twice, for different targets': 1,
    })
  })

  it('a mapping to a hostname that is not verified is refused before anything is read', async () => {
    await expect(places(['one.example=go.example'])).rejects.toThrow(
      '--domain one.example=go.example: go.example is not a verified domain of the account',
    )
    await expect(places(['=go.example'])).rejects.toThrow('names no domain')
  })

  it('with the domain’s loss accepted its links go to the service’s own host', async () => {
    const { links, report } = await importing(json(...rows), 'shortlink', { acceptLoss: ['domain'] })
    expect(links.map(({ hostname, slug }) => `${hostname}/${slug}`).sort()).toEqual(['/a', '/b'])
    expect(report.errors).toEqual({ 'The file has this slug twice': 2 })
  })
})
