import { beforeAll, describe, expect, it } from 'vitest'
import { ask, follow, newAccount } from '../../support/api.ts'
import { exchange, statusesOf } from '../../support/raw-http.ts'
import { useTestServer } from '../../support/server.ts'
import { waitFor } from '../../support/wait-for.ts'

/** What proxies of one kind or another say who the client is, or where it went. */
const FORWARDING = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-appengine-user-ip',
  'x-original-forwarded-for',
  'x-envoy-external-address',
]
const PRETENDED = '198.51.100.77'
const written = (header: string) => (header === 'forwarded' ? `for=${PRETENDED}` : PRETENDED)

const create = (url: string, slug: string) =>
  ask(url, 'mutation ($slug: String!) { createShortlink(target: "https://landed.example/", shortlink: $slug) }', {
    slug,
  })

describe('without a proxy to trust', () => {
  const server = useTestServer({ settings: { RATELIMIT_REDIRECT_PER_MIN: '20' } })

  it('without a proxy, headers about the client change neither its address nor its limit', async () => {
    const account = await newAccount(server.url)
    const { data } = await account.ask(
      'mutation { createShortlinks(inputs: [{ target: "https://landed.example/", shortlink: "kept" }]) { shortlink { id } } }',
    )
    const [{ shortlink }] = data.createShortlinks
    const remaining: number[] = []
    for (const header of FORWARDING) {
      const answer = await follow(server.url, 'kept', { [header]: written(header) })
      expect(answer.status).toBe(302)
      remaining.push(Number(answer.headers.get('ratelimit-remaining')))
    }
    expect(remaining).toEqual(FORWARDING.map((_, index) => 19 - index))
    const hits = 'query ($id: ID!) { getShortlinkInfo(id: $id) { hits { ip } } }'
    await waitFor(async () => {
      const { data } = await account.ask(hits, { id: shortlink.id })
      expect(data.getShortlinkInfo.hits).toEqual(FORWARDING.map(() => ({ ip: '127.0.0.1' })))
    })
  })
})

describe('behind one proxy', () => {
  const server = useTestServer({ settings: { RATELIMIT_REDIRECT_PER_MIN: '20', TRUST_PROXY: '1' } })

  it('behind one proxy, only the last entry of X-Forwarded-For identifies the client', async () => {
    await create(server.url, 'hop')
    const remainingFor = async (headers: Record<string, string>) =>
      Number((await follow(server.url, 'hop', headers)).headers.get('ratelimit-remaining'))
    expect(await remainingFor({ 'x-forwarded-for': '203.0.113.1' })).toBe(19)
    for (const forged of ['198.51.100.1', '10.0.0.1, 198.51.100.2', '127.0.0.1,,', 'unknown'])
      await remainingFor({ 'x-forwarded-for': `${forged}, 203.0.113.1` })
    expect(await remainingFor({ 'x-forwarded-for': '203.0.113.1' })).toBe(14)
    for (const header of FORWARDING.slice(1)) {
      if (header !== 'x-forwarded') await remainingFor({ [header]: written(header), 'x-forwarded-for': '203.0.113.2' })
    }
    expect(await remainingFor({ 'x-forwarded-for': '203.0.113.2' })).toBe(8)
    expect(await remainingFor({ 'x-forwarded-for': PRETENDED })).toBe(19)
  })

  it('an X-Forwarded-For header sent twice is read as one list', async () => {
    await create(server.url, 'twice')
    const twice = (first: string, last: string) =>
      exchange(
        server.url,
        `GET /twice HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${first}\r\nX-Forwarded-For: ${last}\r\nConnection: close\r\n\r\n`,
      )
    expect(await twice('198.51.100.8', '203.0.113.9')).toContain('RateLimit-Remaining: 19')
    expect(await twice('198.51.100.9', '203.0.113.9')).toContain('RateLimit-Remaining: 18')
  })
})

describe('where a link leads', () => {
  const server = useTestServer()
  beforeAll(async () => void (await create(server.url, 'fixed')))

  it.each([
    ...['redir_url', 'url', 'target', 'to', 'next', 'redirect', 'u'].map((name) => [
      `?${name}=https://evil.example/`,
      {},
    ]),
    ['?', { 'x-forwarded-host': 'evil.example' }],
    ['?', { 'x-host': 'evil.example', 'x-forwarded-server': 'evil.example' }],
    ['?', { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' }],
    ['?', { 'x-http-method-override': 'DELETE' }],
    ['?', { 'x-forwarded-proto': 'javascript', 'x-forwarded-prefix': '//evil.example' }],
  ] as [string, Record<string, string>][])(
    'a redirect’s target is not changed by %s with %j',
    async (rest, headers) => {
      const answer = await follow(server.url, `fixed${rest}`, headers)
      if (answer.status === 404) return
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe('https://landed.example/')
    },
  )

  it('a path that continues after an empty segment has no target', async () => {
    expect((await follow(server.url, 'fixed//evil.example')).status).toBe(400)
  })

  it('a redirect’s target is not changed by the host, as header or in the request target', async () => {
    const landed = async (line: string, host: string) =>
      /^location: (.*)\r$/im.exec(
        await exchange(server.url, `GET ${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      )?.[1]
    expect(await landed('/fixed', 'evil.example')).toBe('https://landed.example/')
    expect(await landed('http://evil.example/fixed', 'localhost')).toBe('https://landed.example/')
    expect(await landed('http://evil.example:8080/fixed?x=1', 'localhost')).toBe('https://landed.example/')
    expect(await landed('http://evil.example', 'localhost')).toBe(
      `${server.url.replace('127.0.0.1', 'localhost')}/dash`,
    )
  })
})

describe('methods', () => {
  const server = useTestServer()
  const PATHS = ['/', '/graphql', '/mcp', '/healthz', '/llms.txt', '/some-slug', '/bio/x', '/x/qr.svg', '/a/b/c']

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'MKCOL', 'LOCK', 'PURGE', 'UNLINK', 'M-SEARCH'])(
    'the method %s gets 405 with the allowed ones on every path',
    async (method) => {
      for (const path of PATHS) {
        const answer = await exchange(
          server.url,
          `${method} ${method === 'CONNECT' ? 'localhost:80' : path} HTTP/1.1\r\nHost: localhost\r\nX-Secret: mirrored\r\n\r\n`,
        )
        expect(statusesOf(answer)).toEqual([405])
        expect(answer).toMatch(/^allow: GET, HEAD, POST\r$/im)
        expect(answer).not.toContain('mirrored')
      }
    },
  )

  it('a method that a path does not have gets 405 with those it has', async () => {
    for (const [path, allowed] of [
      ['/graphql', 'GET, POST'],
      ['/healthz', 'GET, HEAD'],
      ['/', 'GET, HEAD'],
      ['/bio/x', 'GET, HEAD'],
    ] as const) {
      const answer = await fetch(`${server.url}${path}`, { method: 'PUT' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
      expect(answer.headers.get('content-type')).toContain('charset=utf-8')
    }
  })

  it('invalid methods and request targets are refused', async () => {
    for (const line of [
      'FOO /healthz',
      'GET healthz',
      'GET ?x',
      'OPTIONS *',
      'GET ftp://localhost/healthz',
      'GET http:/x',
    ]) {
      expect(statusesOf(await exchange(server.url, `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`))).toEqual([400])
    }
  })
})
