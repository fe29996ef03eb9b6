import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../support/api.ts'
import { exchange, statusesOf } from '../../support/raw-http.ts'
import { useTestServer } from '../../support/server.ts'

/** Every path of the service, as it is spelled. */
const PATHS = [
  '/graphql',
  '/mcp',
  '/healthz',
  '/readyz',
  '/metrics',
  '/llms.txt',
  '/llms-full.txt',
  '/favicon.ico',
  '/favicon.svg',
  '/robots.txt',
  '/internal/tls-check',
  '/webhooks/payment',
]

describe('a path that a proxy could read otherwise', () => {
  const server = useTestServer()
  beforeAll(async () => {
    await ask(server.url, 'mutation { createShortlink(target: "https://landed.example/", shortlink: "plain") }')
  })

  const send = (method: string, target: string, body = '') =>
    exchange(
      server.url,
      `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )

  const written = (path: string) => [
    `/x\\..${path}`,
    `/.\\${path.slice(1)}`,
    path.replaceAll('/', '\\').replace('\\', '/'),
    `/x/..${path}`,
    `/.${path}`,
    `/${path}`,
    `/x/%2e%2e${path}`,
    `/x/.%2E${path}`,
    `/%2e${path}`,
    `/x%2f..${path}`,
    `/x%2F%2e%2e%2f${path.slice(1)}`,
    `/x%5c..%5c${path.slice(1)}`,
    `/x%5C..${path}`,
    `/%2f${path.slice(1)}`,
    `/x/%252e%252e${path}`,
    `/x/%25252e%25252e${path}`,
    `${path}/x/..`,
    `${path}/.`,
    `${path}//`,
    `${path}%00`,
    `${path}%0d%0ax`,
    `${path}%7f`,
    `${path}#x`,
  ]

  it.each(PATHS)('an ambiguous path to %s gets 400', async (path) => {
    const targets = written(path).filter((target) => target !== path)
    const answers = await Promise.all(
      targets.flatMap((target) => ['GET', 'POST'].map((method) => send(method, target, '{"query":"{ ping }"}'))),
    )
    for (const [index, answer] of answers.entries()) {
      expect([targets[index >> 1], statusesOf(answer)]).toEqual([targets[index >> 1], [400]])
      expect(answer).toContain('Bad request target')
    }
  })

  it.each(PATHS)('percent-encoded letters in a path do not reach %s', async (path) => {
    for (const at of [1, path.length - 1]) {
      const encoded = `%${path.charCodeAt(at).toString(16)}`
      const target = `${path.slice(0, at)}${encoded}${path.slice(at + 1)}`
      for (const method of ['GET', 'POST']) {
        const answer = await send(method, target, '{"query":"{ ping }"}')
        expect([target, method, statusesOf(answer)]).toEqual([target, method, [method === 'GET' ? 404 : 405]])
      }
    }
  })

  it('a slug with more slashes around it leads to its link, on the same connection', async () => {
    for (const target of ['//plain', '///plain', '/plain//', '//plain//?a=1']) {
      expect(await send('GET', target)).toContain('Location: https://landed.example/')
      expect(statusesOf(await send('HEAD', target))).toEqual([302])
    }
    const two = await exchange(
      server.url,
      'GET //plain HTTP/1.1\r\nHost: localhost\r\n\r\nGET /plain// HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    )
    expect(statusesOf(two)).toEqual([302, 302])
    for (const target of ['//unknown-slug', '/unknown-slug//'])
      expect(statusesOf(await send('GET', target))).toEqual([404])
  })

  it('more slashes around a slug spare a request no check', async () => {
    const head = (lines: string) => exchange(server.url, `GET //plain HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
    expect(statusesOf(await head(''))).toEqual([400])
    expect(statusesOf(await head('Host: a/b\r\n'))).toEqual([400])
    expect(statusesOf(await send('POST', '//plain'))).toEqual([405])
  })

  it.each(['//plain/x', '/x//plain', '//plain/..', '//plain/.', '/%2fplain', '/\\plain'])(
    '%s stays a bad request',
    async (target) => {
      expect(statusesOf(await send('GET', target))).toEqual([400])
    },
  )

  it.each([
    '.',
    ',',
    ';',
    ':',
    '!',
    ')',
    ']',
    '}',
    '%22',
    "'",
    '%C2%BB',
    '%E2%80%9D',
    '%E2%80%99',
    '%E2%80%8B',
    '%EF%BB%BF',
    '%20',
    ').%22',
  ])('a slug with %s behind it leads to its link', async (end) => {
    expect(await send('GET', `/plain${end}`)).toContain('Location: https://landed.example/')
    expect(statusesOf(await send('GET', `/plain${end}?a=1`))).toEqual([302])
    expect(statusesOf(await send('GET', `/unknown-slug${end}`))).toEqual([404])
  })

  it.each(PATHS)('punctuation behind %s does not reach it', async (path) => {
    for (const end of ['.', ')', '%E2%80%8B']) expect(statusesOf(await send('GET', `${path}${end}`))).toEqual([404])
  })

  it('common slugs, queries and file names pass', async () => {
    for (const target of [
      '/plain',
      '/plain/',
      '/%70lain',
      '/plain?to=//x/../y\\z%00',
      '/plain?',
      '/plain/qr.svg',
      'http://localhost/plain?a=b//c',
    ]) {
      const [status] = statusesOf(await send('GET', target))
      expect([target, status]).toEqual([target, target.includes('qr') ? 200 : 302])
    }
    for (const target of ['/.well-known/security.txt', '/a..b', '/...', '/x/..y', '/a%20b'])
      expect([target, statusesOf(await send('GET', target))]).toEqual([target, [404]])
  })
})
