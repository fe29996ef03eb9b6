import { fc, test } from '@fast-check/vitest'
import type { Link } from '@shortlink/core'
import { describe, expect } from 'vitest'
import { toCsvLine } from '../../../../hosts/import/csv.ts'
import { type Asked, importing, written } from './importing.ts'

/** A link as its source has it, and how open it is there. */
interface Source {
  readonly slug: string
  readonly domain: 'default' | 'own' | 'mapped' | 'foreign'
  readonly password: boolean
  readonly banned: boolean
  readonly archived: boolean
  readonly ends: boolean
  readonly starts: boolean
  readonly limited: boolean
  readonly ruled: boolean
}

const DOMAINS = { own: 'go.example.org', mapped: 'old.example.org', foreign: 's.other.example' } as const
/** Where links of each domain may be. */
const HOSTNAMES = { default: '', own: 'go.example.org', mapped: 'new.example.org' } as const
const asked = { verified: ['go.example.org', 'new.example.org'], domain: ['old.example.org=new.example.org'] }

const source: fc.Arbitrary<Source> = fc.record({
  slug: fc.constantFrom('a', 'b', 'c'),
  domain: fc.constantFrom('default', 'own', 'mapped', 'foreign'),
  password: rarely(),
  banned: rarely(),
  archived: rarely(),
  ends: rarely(),
  starts: rarely(),
  limited: rarely(),
  ruled: rarely(),
})

function rarely() {
  return fc.integer({ min: 0, max: 5 }).map((n) => n === 0)
}

const domainOf = ({ domain }: Source) => (domain === 'default' ? null : DOMAINS[domain])
const target = (link: Source) => `https://example.com/${link.domain}/${link.slug}`
const TIME = '2030-01-01T00:00:00Z'
const END = '2031-01-01T00:00:00Z'

type Say = (name: string, isTrue: boolean, value: unknown) => object

/** How each program says it; a field that a program does not have is one that a later version may bring. */
const PROGRAMS: Readonly<Record<string, (link: Source, say: Say) => object>> = {
  shortlink: (link, say) => ({
    slug: link.slug,
    target: target(link),
    hostname: domainOf(link),
    ...say('disabled', link.banned, true),
    ...say('password', link.password, 'secret'),
    ...say('isArchived', link.archived, 1),
    ...say('expiresAt', link.ends, END),
    ...say('startsAt', link.starts, TIME),
    ...say('clickLimit', link.limited, 0),
    ...say('redirectRules', link.ruled, [{}, 1]),
  }),
  kutt: (link, say) => ({
    address: link.slug,
    target: target(link),
    domain: domainOf(link),
    banned: link.banned,
    password: link.password,
    expire_in: link.ends ? '2020-01-01 00:00:00' : null,
    ...say('archived', link.archived, true),
    ...say('valid_from', link.starts, TIME),
    ...say('max_visits', link.limited, 3),
    ...say('rules', link.ruled, '[{"os":"ios"}]'),
  }),
  shlink: (link, say) => ({
    shortCode: link.slug,
    longUrl: target(link),
    domain: domainOf(link),
    meta: {
      validSince: link.starts ? TIME : null,
      validUntil: link.ends ? END : null,
      maxVisits: link.limited ? 3 : null,
    },
    hasRedirectRules: link.ruled,
    ...say('password', link.password, true),
    ...say('blocked', link.banned, true),
    ...say('archived', link.archived, true),
  }),
  dub: (link, say) => ({
    key: link.slug,
    url: target(link),
    domain: domainOf(link),
    password: link.password ? '0' : null,
    disabledAt: link.banned ? TIME : null,
    archived: link.archived,
    expiresAt: link.ends ? TIME : null,
    testVariants: link.ruled ? [{ url: 'https://example.com/', percentage: 50 }] : null,
    ...say('activeFrom', link.starts, TIME),
    ...say('maxClicks', link.limited, 1),
  }),
}

const isOpen = (link: Source) =>
  !link.banned && !link.password && !link.archived && !link.ends && !link.starts && !link.limited && !link.ruled

/** Whether visitors of the link meet at least what closes or limits it at its source. */
const isAsClosed = (link: Link, { password, banned, ends, starts, limited, ruled }: Source) =>
  link.disabled ||
  (!banned &&
    !ruled &&
    (!password || link.hasPassword || !link.enabled) &&
    (!ends || link.expiresAt !== null) &&
    (!starts || link.startsAt !== null) &&
    (!limited || link.maxVisits !== null))

const toCsv = (rows: readonly object[]) => {
  const names = [...new Set(rows.flatMap(Object.keys))]
  const text = (value: unknown) =>
    value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const lines = rows.map((row) => toCsvLine(names.map((name) => text((row as Record<string, unknown>)[name]))))
  return toCsvLine(names) + lines.join('')
}

describe('links that are closed at their source', () => {
  test.prop([
    fc.constantFrom(...Object.keys(PROGRAMS)),
    fc.array(source, { minLength: 1, maxLength: 8 }),
    fc.constantFrom('json', 'csv'),
    fc.boolean(),
  ])(
    'no import makes a link more open than its source says, or puts it on another domain',
    async (name, links, format, names) => {
      // A field that does not hold may be missing, or there with an empty value.
      const say: Say = (field, isTrue, value) => (isTrue ? { [field]: value } : names ? { [field]: null } : {})
      const rows = links.map((link) => (PROGRAMS[name] as (typeof PROGRAMS)[string])(link, say))
      // Nested objects are JSON's alone.
      const content = format === 'csv' && name !== 'shlink' ? toCsv(rows) : JSON.stringify(rows)
      const { links: imported, report } = await importing(written(content), name, asked as Asked)
      for (const link of imported) {
        const from = links.filter((one) => target(one) === link.target)
        // The first of a slug decides, so that a later one does not open what is closed.
        const [first] = from as [Source]
        expect(first.domain !== 'foreign' && HOSTNAMES[first.domain]).toBe(link.hostname)
        expect(isAsClosed(link, first)).toBe(true)
      }
      const open = links.filter(
        (one, index) =>
          isOpen(one) &&
          one.domain !== 'foreign' &&
          index === links.findIndex((first) => target(first) === target(one)),
      )
      expect(imported.map(({ slug, hostname }) => [hostname, slug])).toEqual(
        expect.arrayContaining(open.map((one) => [HOSTNAMES[one.domain as keyof typeof HOSTNAMES], one.slug])),
      )
      expect(report.created + report.bad).toBe(links.length)
    },
  )
})
