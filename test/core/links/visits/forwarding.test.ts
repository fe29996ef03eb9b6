import { fc, it as property } from '@fast-check/vitest'
import { type Link, resolveLink } from '@shortlink/core'
import { finish, toServedLink } from '@shortlink/core/adapter'
import { aLink } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { aVisitor } from '../../../support/facts.ts'
import { testPorts } from '../../../support/ports.ts'

/** Where a visitor of the link is sent, with what the request has behind the slug; undefined if nowhere. */
function sentTo(changes: Partial<Link>, { path = '', query = '' }: { path?: string; query?: string }) {
  const served = finish(toServedLink(aLink(changes)))
  const ports = { ...testPorts(), servedLinks: { find: () => served } }
  const resolution = resolveLink(ports, '', 'here', aVisitor({ query }), { path })
  return 'location' in resolution ? resolution.location : undefined
}

const forwarding = { forwardPath: true, forwardQuery: true }
const utm = { source: 'mail', medium: null, campaign: null, term: null, content: null }

describe('forwarding', () => {
  it.each([
    ['https://t.example/', 'a/b', 'https://t.example/a/b'],
    ['https://t.example', 'a', 'https://t.example/a'],
    ['https://t.example/docs', 'a/', 'https://t.example/docs/a/'],
    ['https://t.example/docs/', 'a', 'https://t.example/docs/a'],
    ['https://t.example/docs?x=1#part', 'a', 'https://t.example/docs/a?x=1#part'],
    ['https://t.example?x=1', 'a', 'https://t.example/a?x=1'],
    ['https://t.example/', 'a%2Fb', 'https://t.example/a%2Fb'],
    ['https://t.example/', 'citt\u00c3\u00a0', 'https://t.example/citt%C3%A0'],
    ['https://t.example/', '...', 'https://t.example/...'],
  ])('joins a path to %s: %s', (target, path, location) => {
    expect(sentTo({ target, ...forwarding }, { path })).toBe(location)
  })

  it.each([
    '.',
    '..',
    'a/..',
    'a/../b',
    '%2e%2E/a',
    'a/.%2e/b',
    '%252e%252e',
    '..%2fa',
    'a\\b',
    'a%5cb',
    '/a',
    'a//b',
    '%2fa',
    'a%00',
    'a%0d%0a',
    'a%zz',
    'a%',
    '%ff',
    'a#b',
    '..;/admin',
    'a/.;x=1/b',
    '%2e.%3b/admin',
    '..%253b',
    'a'.repeat(1025),
  ])('forwards no path that can be read in more than one way or is too long: %s', (path) => {
    expect(sentTo({ target: 'https://t.example/', ...forwarding }, { path })).toBeUndefined()
  })

  it('a path that would make the address too long leads nowhere', () => {
    const target = `https://t.example/${'t'.repeat(2000)}`
    expect(sentTo({ target, ...forwarding }, { path: 'p'.repeat(28) })).toHaveLength(2047)
    expect(sentTo({ target, ...forwarding }, { path: 'p'.repeat(30) })).toBeUndefined()
  })

  it('an address that campaign parameters make too long takes a path, and no query', () => {
    const target = `https://t.example/${'t'.repeat(2000)}`
    const long = { target, utm: { ...utm, term: 'u'.repeat(200) }, ...forwarding }
    const campaign = `?utm_source=mail&utm_term=${'u'.repeat(200)}`
    expect(sentTo(long, { query: 'a=1' })).toBe(`${target}${campaign}`)
    expect(sentTo(long, { path: 'p' })).toBe(`${target}/p${campaign}`)
  })

  it.each([
    ['https://t.example/', 'a=1&b=2', 'https://t.example/?a=1&b=2'],
    ['https://t.example', 'a', 'https://t.example?a'],
    ['https://t.example/?a=own', 'a=1&b=2', 'https://t.example/?a=own&b=2'],
    ['https://t.example/?a=own', '%61=1', 'https://t.example/?a=own'],
    ['https://t.example/?a+b=own', 'a%20b=1&A+b=2', 'https://t.example/?a+b=own&A+b=2'],
    [
      'https://t.example/?user_id=1',
      'user.id=2&user%20id=3&user[id=4&+user_id=5&a=6',
      'https://t.example/?user_id=1&a=6',
    ],
    ['https://t.example/?a[]=1', 'a=2&a[x]=3&b[x]=4', 'https://t.example/?a[]=1&b[x]=4'],
    ['https://t.example/?from=1', 'x=1;from=8&y=2', 'https://t.example/?from=1&y=2'],
    ['https://t.example/#part', 'a=%23&b=#', 'https://t.example/?a=%23&b=%23#part'],
  ])('appends the query to %s as it came, less what the owner has set: %s', (target, query, location) => {
    expect(sentTo({ target, ...forwarding }, { query })).toBe(location)
  })

  it.each([
    ['https://t.example/', 'ref=letter&a=1', 'https://t.example/?a=1'],
    ['https://t.example/', 'ref=letter', 'https://t.example/'],
    ['https://t.example/', 'a=1&ref&%72ef=x&ref[]=y', 'https://t.example/?a=1'],
    ['https://t.example/?ref=own', 'ref=letter', 'https://t.example/?ref=own'],
    ['https://t.example/', 'Ref=x&reference=y', 'https://t.example/?Ref=x&reference=y'],
  ])('the reference parameter is not appended to %s from %s', (target, query, location) => {
    expect(sentTo({ target, ...forwarding }, { query })).toBe(location)
  })

  it('campaign parameters of the owner win over those of the visitor', () => {
    expect(sentTo({ target: 'https://t.example/', utm, ...forwarding }, { path: 'p', query: 'utm_source=x&y=1' })).toBe(
      'https://t.example/p?utm_source=mail&y=1',
    )
  })

  it('a query that would make the address too long is left off whole', () => {
    const target = 'https://t.example/'
    expect(sentTo({ target, ...forwarding }, { query: `a=${'1'.repeat(2027)}` })).toHaveLength(2048)
    expect(sentTo({ target, ...forwarding }, { query: `b=1&a=${'1'.repeat(2024)}` })).toBe(target)
  })

  it('applies to the target of a rule', () => {
    const rules = [{ type: 'query', value: 'a=1', target: 'https://ruled.example/' }]
    expect(sentTo({ rules, ...forwarding }, { path: 'p', query: 'a=1' })).toBe('https://ruled.example/p?a=1')
  })
})

const spelling = fc.oneof(
  fc.string({ unit: 'binary-ascii' }),
  fc.string({ unit: fc.constantFrom('/', '\\', '.', '%', '2', 'f', 'e', '5', 'c', '?', '#', '@', ':', '&', '=', 'a') }),
)
const TARGETS = ['https://t.example', 'https://t.example/', 'https://t.example:8443/a?b=1#c', 'https://t.example?@x']

describe('any spelling of a request', () => {
  property.prop([fc.constantFrom(...TARGETS), spelling, spelling])(
    'leaves a link without forwarding where it leads',
    (target, path, query) => {
      expect(sentTo({ target }, { path, query })).toBe(path === '' ? target : undefined)
      expect(sentTo({ target, redirectStatus: 307 }, { path, query })).toBe(path === '' ? target : undefined)
    },
  )

  property.prop([fc.constantFrom(...TARGETS), spelling, spelling])(
    'leaves a link with forwarding on its host',
    (target, path, query) => {
      const location = sentTo({ target, ...forwarding }, { path, query })
      if (location === undefined) return
      expect(typeof location).toBe('string')
      expect(new URL(location as string)).toMatchObject({ origin: new URL(target).origin, username: '', password: '' })
      expect(location).toMatch(/^[\x21-\x7e]+$/)
      expect((location as string).startsWith('https://t.example')).toBe(true)
    },
  )
})
