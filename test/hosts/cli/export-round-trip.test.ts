import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepingOpen } from './in-process.ts'
import { operator } from './shortlink.ts'

const ADA = ['--user', 'ada@example.com']
const target = 'https://example.com/'

const LINKS = [
  { slug: 'plain', target },
  {
    slug: 'sale',
    target,
    title: 'Sale',
    startsAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2030-01-01T00:00:00.000Z',
    fallbackTarget: 'https://example.com/over',
    maxVisits: 100,
    visitsLeft: 40,
    redirectStatus: 308,
    forwardQuery: true,
    forwardPath: true,
    utm: { source: 'mail', campaign: 'spring, "2026"' },
    tags: ['Spring', 'a,b', 'größer'],
    note: '=two\nlines',
    externalId: '=shop/42',
    preview: { title: 'Card', image: 'https://example.com/card.png' },
    aliases: ['verkauf', 'saldi'],
    hitCount: 7,
    createdAt: '2025-12-01T00:00:00.000Z',
    updatedAt: '2025-12-24T00:00:00.000Z',
  },
  { slug: 'closed', target, enabled: false, archived: true },
  { slug: 'banned', target, disabled: true, expiresAt: '2030-01-01T00:00:00.000Z' },
  { slug: 'locked', target, password: 'open sesame' },
]

/** Without two of one time, whose order is that of their ids. */
const DATED = LINKS.map((link, day) => ({ createdAt: `2025-11-0${day + 1}T00:00:00.000Z`, ...link }))

type Operator = Awaited<ReturnType<typeof operator>>

const exported = async ({ run }: Operator) => {
  const { stdout } = await run('link', 'export', '-', ...ADA, '--format', 'json')
  return JSON.parse(stdout) as { readonly slug: string }[]
}

async function holding(database: 'sqlite' | 'postgres', links: readonly object[] = []): Promise<Operator> {
  const account = await operator(database, keepingOpen())
  if (links.length === 0) return account
  const file = join(account.folder, 'given.json')
  writeFileSync(file, JSON.stringify(links))
  expect(await account.run('link', 'import', file, ...ADA, '--apply')).toMatchObject({ code: 0 })
  return account
}

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('an export of %s that is imported into %s', (from, to) => {
  it.each(['json', 'csv'])(
    'gives the same links as %s, but a link with a password comes as not enabled',
    async (format) => {
      const [source, copy] = [await holding(from, DATED), await holding(to)]
      const file = join(source.folder, `links.${format}`)
      await source.run('link', 'export', file, ...ADA)
      expect(readFileSync(file, 'utf8')).not.toMatch(/sesame|argon2/)
      const first = await copy.run('link', 'import', file, ...ADA, '--apply', '--json')
      expect(JSON.parse(first.stdout)).toMatchObject({ created: 5, disabled: 1, closed: 1, bad: 0, lost: {} })
      const links = await exported(source)
      expect(links.find(({ slug }) => slug === 'sale')).toMatchObject(LINKS[1] as object)
      expect(links.find(({ slug }) => slug === 'locked')).toMatchObject({ hasPassword: true, enabled: true })
      expect(await exported(copy)).toEqual(
        links.map((link) => (link.slug === 'locked' ? { ...link, hasPassword: false, enabled: false } : link)),
      )
      const again = await copy.run('link', 'import', file, ...ADA, '--apply', '--json')
      expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, present: 5, bad: 0 })
    },
  )
})
