import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cachedLinks } from '@shortlink/adapters/cache'
import { openMemoryStore } from '@shortlink/adapters/memory'
import type { Visit } from '@shortlink/core'
import { newLink, unique } from '@shortlink/core/contracts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clientIp } from '../../../../hosts/http/redirect/client-ip.ts'
import { createRateLimit } from '../../../../hosts/http/redirect/rate-limit.ts'
import { createRedirect } from '../../../../hosts/http/redirect/redirect.ts'
import { knownVisitors } from '../../../support/facts.ts'
import { testPorts } from '../../../support/ports.ts'

const BROWSER = {
  accept: 'text/html,*/*;q=0.8',
  'accept-language': 'it-IT,it;q=0.9',
  'user-agent': 'Mozilla/5.0',
  referer: 'https://news.example/',
}

/** A server that redirects for links of a memory store; what the redirect leaves is answered 418. */
async function redirecting({ perMinute = 0, away = false, honorsGpc = false } = {}) {
  const store = openMemoryStore()
  const visits: Visit[] = []
  const errors: unknown[] = []
  const findBySlug = away ? () => Promise.reject(new Error('away')) : store.links.findBySlug
  const ports = testPorts()
  const redirect = createRedirect({
    ports: {
      ...ports,
      policy: { ...ports.policy, visits: { ...ports.policy.visits, honorsGpc } },
      servedLinks: cachedLinks({ store: { ...store, links: { findBySlug } }, serveUnclaimed: true }),
      hitRecorder: { record: (visit) => visits.push(visit), flushed: async () => {} },
      visitors: knownVisitors({}).visitors,
      clock: { now: () => 1234 },
    },
    clientIp: clientIp(1),
    rateLimit: createRateLimit({ perWindow: perMinute }),
    settings: { baseUrl: 'https://sho.rt', cacheSeconds: 0 },
    onRefused: () => {},
    onError: (error) => errors.push(error),
  })
  const server = createServer((request, response) => {
    if (!redirect(request, response)) response.writeHead(418).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  const { port } = server.address() as AddressInfo

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => {
          body += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode as number, headers: answer.headers, body }))
      })
      sent.on('error', reject).end()
    })
  return { store, visits, errors, get }
}

describe('a visit of a short link', () => {
  it('a visit finds a slug with percent-encoded letters', async () => {
    const { store, get } = await redirecting()
    await newLink(store, { slug: 'abc' })
    expect((await get('/%61b%63')).status).toBe(302)
  })

  it('a visit is redirected and recorded, from the store and from memory', async () => {
    const { store, visits, get } = await redirecting()
    const { id, slug, target } = await newLink(store)
    for (const _ of ['cold', 'warm']) {
      const { status, headers, body } = await get(`/${slug}?a=b&utm_source=mail&ref=flyer`, BROWSER)
      expect(status).toBe(302)
      expect(body).toBe('')
      expect(headers).toMatchObject({
        location: target,
        'cache-control': 'private, no-store',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
    }
    const visit = {
      link: id,
      at: 1234,
      ip: '127.0.0.1',
      userAgent: 'Mozilla/5.0',
      referrer: 'https://news.example/',
      rule: null,
      redirectedTo: target,
      acceptLanguage: 'it-IT,it;q=0.9',
      campaign: { source: 'mail', medium: null, campaign: null, term: null, content: null },
      ref: 'flyer',
      isPrivate: false,
    }
    expect(visits).toEqual([visit, visit])
  })

  it.each([
    [{ 'sec-gpc': '1' }, true],
    [{ dnt: '1' }, true],
    [{ dnt: '0', 'sec-gpc': '0' }, false],
    [{}, false],
  ])('a visit with %j is private where the operator honors that: %j', async (headers, isPrivate) => {
    for (const honorsGpc of [true, false]) {
      const { store, visits, get } = await redirecting({ honorsGpc })
      const { slug } = await newLink(store)
      await get(`/${slug}`, headers as Record<string, string>)
      expect(visits).toMatchObject([{ isPrivate: isPrivate && honorsGpc }])
    }
  })

  it.each([301, 308] as const)(
    'no browser keeps a redirect with %i without REDIRECT_CACHE_SECONDS',
    async (redirectStatus) => {
      const { store, get } = await redirecting()
      const { slug } = await newLink(store, { redirectStatus })
      expect(await get(`/${slug}`)).toMatchObject({
        status: redirectStatus,
        headers: { 'cache-control': 'private, no-store' },
      })
    },
  )

  it('a visit of an untracked link is not recorded', async () => {
    const { store, visits, get } = await redirecting()
    const { slug } = await newLink(store, { enableTracking: false })
    expect(await get(`/${slug}`)).toMatchObject({ status: 302 })
    expect(visits).toEqual([])
  })

  it.each([
    ['HEAD', {}],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { 'x-moz': 'prefetch' }],
    ['GET', { 'x-purpose': 'preview' }],
  ])('a visit is redirected but not recorded when it is %s %j', async (method, headers) => {
    const { store, visits, get } = await redirecting()
    const { slug, target } = await newLink(store)
    expect(await get(`/${slug}`, headers as Record<string, string>, method)).toMatchObject({
      status: 302,
      headers: { location: target },
      body: '',
    })
    expect(visits).toEqual([])
  })

  it('a visit ignores a trailing slash and the query', async () => {
    const { store, get } = await redirecting()
    const { slug, target } = await newLink(store)
    for (const path of [`/${slug}/`, `/${slug}?a=b`, `/${slug}/?redir_url=https://evil.example`, `/${slug}?`]) {
      expect(await get(path)).toMatchObject({ status: 302, headers: { location: target } })
    }
  })

  it('a visit goes to the owner’s target for any request headers', async () => {
    const { store, get } = await redirecting()
    const { slug, target } = await newLink(store)
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-original-url': '/x',
      forwarded: 'host=x',
    }
    expect(await get(`/${slug}?target=https://evil.example&url=//x`, headers)).toMatchObject({
      status: 302,
      headers: { location: target },
    })
  })

  it('a visit goes to the target of the first matching rule, and the hit names the rule', async () => {
    const { store, visits, get } = await redirecting()
    const { slug, target } = await newLink(store, {
      rules: [
        { type: 'language', value: 'it', target: 'https://example.com/it' },
        { type: 'query', value: 'from=mail', target: 'https://example.com/mail' },
      ],
    })
    for (const [path, headers, location] of [
      [`/${slug}?from=mail`, { 'accept-language': 'it-IT,it;q=0.9' }, 'https://example.com/it'],
      [`/${slug}?from=mail`, { 'accept-language': 'de' }, 'https://example.com/mail'],
      [`/${slug}`, {}, target],
    ] as const) {
      expect((await get(path, headers)).headers.location).toBe(location)
    }
    expect(visits.map(({ rule, redirectedTo }) => [rule, redirectedTo])).toEqual([
      [0, 'https://example.com/it'],
      [1, 'https://example.com/mail'],
      [null, target],
    ])
  })

  it('a visit matches the slug byte for byte', async () => {
    const { store, get } = await redirecting()
    const { slug } = await newLink(store, { slug: `Aa-_${unique()}` })
    expect(await get(`/${slug}`)).toMatchObject({ status: 302 })
    expect(await get(`/${slug.toUpperCase()}`)).toMatchObject({ status: 404 })
  })

  it('a redirect encodes characters that a header cannot carry', async () => {
    const { store, get } = await redirecting()
    const { slug } = await newLink(store, { target: 'https://bücher.example/日本?q=é' })
    expect((await get(`/${slug}`)).headers.location).toBe(new URL('https://bücher.example/日本?q=é').href)
  })
})

describe('a visit that leads nowhere', () => {
  it('a visit of an unknown slug gets 404, as plain text or as a page for browsers', async () => {
    const { visits, get } = await redirecting()
    const plain = await get(`/${unique()}`)
    expect(plain).toMatchObject({ status: 404, body: 'Target not found' })
    expect(plain.headers['content-type']).toMatch(/^text\/plain/)
    const page = await get(`/${unique()}`, BROWSER)
    expect(page).toMatchObject({ status: 404, body: expect.stringContaining('<h1>Target not found</h1>') })
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(visits).toEqual([])
  })

  it('a visit of a target that is not http or https gets 400', async () => {
    const { store, get } = await redirecting()
    const { slug } = await newLink(store, { target: 'javascript:alert(1)' })
    expect(await get(`/${slug}`)).toMatchObject({ status: 400, body: 'Invalid redirect target' })
  })

  it('a visit gets 503 while the store is unavailable, and the cause is reported', async () => {
    const { errors, get } = await redirecting({ away: true })
    expect(await get(`/${unique()}`)).toMatchObject({ status: 503, body: 'Service unavailable' })
    expect(errors).toMatchObject([{ message: 'away' }])
  })
})

describe('a path behind a slug', () => {
  it('a path behind the slug of a link that takes none gets 404', async () => {
    const { store, get } = await redirecting()
    const { slug } = await newLink(store)
    for (const path of [`/${slug}/more`, `/${unique()}/more`]) {
      expect(await get(path)).toMatchObject({ status: 404, body: 'Target not found' })
    }
  })
})

describe('what is no visit of a short link', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/healthz'],
    ['GET', '/GraphQL'],
    ['GET', '/a/qr'],
    ['GET', '/a/qr.svg'],
    ['GET', '/graphql/b'],
    ['GET', '//a'],
    ['GET', '/%ff'],
    ['GET', '/%zz'],
    ['GET', '/a%2Fb'],
    ['GET', '/%68ealthz'],
    ['GET', '/a.b'],
    ['GET', `/${'a'.repeat(101)}`],
    ['POST', '/abc'],
    ['DELETE', '/abc'],
  ])('the redirect route ignores %s %s', async (method, path) => {
    const { get } = await redirecting()
    expect(await get(path, {}, method)).toMatchObject({ status: 418 })
  })
})

describe('the limit of redirects', () => {
  it('the redirect limit refuses an address over it, and every answer has the limit’s state', async () => {
    const { store, visits, get } = await redirecting({ perMinute: 2 })
    const { slug } = await newLink(store)
    expect((await get(`/${slug}`)).headers).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '60',
    })
    expect(await get('/unknown')).toMatchObject({ status: 404, headers: { 'ratelimit-remaining': '0' } })
    const refused = await get(`/${slug}`)
    expect(refused).toMatchObject({ status: 429, headers: { 'ratelimit-remaining': '0' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(visits).toHaveLength(1)
    expect(await get(`/${slug}`, { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ status: 302 })
  })
})
