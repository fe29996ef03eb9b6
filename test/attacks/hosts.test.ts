import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { startDnsServer, type TestDns } from '../support/dns.ts'
import { exchange } from '../support/raw-http.ts'
import { attackedServer } from './attacked-server.ts'

const ADD = 'mutation ($hostname: String!) { addDomain(hostname: $hostname) { id txtToken } }'
const VERIFY = 'mutation ($id: ID!) { verifyDomain(id: $id) { verified } }'
const DELETE = 'mutation ($id: ID!) { deleteDomain(id: $id) }'
const CREATE =
  'mutation ($slug: String!, $target: String!, $domain: String) { createShortlink(target: $target, shortlink: $slug, domainId: $domain) }'
const BIO = 'mutation ($slug: String!, $title: String!) { createBioPage(input: { slug: $slug, title: $title }) { id } }'

let dns: TestDns
beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())

/** The status line and headers, and the body, of a request to a host. */
const request = (url: string, host: string, line: string, body = '') =>
  exchange(
    url,
    `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )

const statusOf = (answer: string) => Number(answer.split(' ', 2)[1])

it.each([
  ['BASE_URL left at its default', {}],
  ['BASE_URL set', { BASE_URL: 'https://sho.rt' }],
])(
  'H4: a host that is claimed, verified, given up or unknown never leads to a stranger’s links or pages, with %s',
  async (_, settings: Record<string, string>) => {
    const { url } = await attackedServer('sqlite', { DNS_SERVERS: dns.address, ...settings })
    const host = 'go.brand.example'
    const brand = await newAccount(url)
    const evil = await newAccount(url)
    const at = async (path: string, name = host) => {
      const answer = await request(url, name, `GET ${path}`)
      return { status: statusOf(answer), evil: answer.includes('evil') }
    }
    const missing = { status: 404, evil: false }
    const { id, txtToken } = (await brand.ask(ADD, { hostname: host })).data.addDomain
    for (const slug of ['early', 'spring']) await ask(url, CREATE, { slug, target: 'https://evil.example/' })
    await evil.ask(BIO, { slug: 'support', title: 'evil support' })
    await brand.ask(BIO, { slug: 'brand', title: 'Brand' })

    expect(await at('/early')).toEqual(missing)
    expect(await at('/bio/support')).toEqual(missing)

    dns.txt(`_shortlink.${host}`, txtToken)
    expect((await brand.ask(VERIFY, { id })).data.verifyDomain.verified).toBe(true)
    await brand.ask(CREATE, { slug: 'spring', target: 'https://brand.example/spring', domain: id })
    expect(await at('/spring')).toEqual({ status: 302, evil: false })
    expect(await at('/early')).toEqual(missing)
    expect((await at('/bio/brand')).status).toBe(200)
    expect((await at('/spring/qr.svg')).status).toBe(200)
    const own = '{"query":"{ ping }"}'
    for (const path of [
      '/bio/support',
      '/early/qr.svg',
      '/',
      '/llms.txt',
      '/metrics',
      '/favicon.ico',
      '/internal/tls-check',
    ]) {
      expect(await at(path)).toEqual(missing)
    }
    for (const path of ['/graphql', '/mcp', '/webhooks/payment'])
      expect(statusOf(await request(url, host, `POST ${path}`, own))).toBe(404)

    await brand.ask(DELETE, { id })
    for (const path of ['/spring', '/early', '/spring/qr.svg', '/bio/support', '/bio/brand', '/', '/llms.txt'])
      expect(await at(path)).toEqual(missing)
    expect((await at('/early', '127.0.0.1:3000')).status).toBe(302)
    expect(statusOf(await request(url, 'localhost', 'POST /graphql', own))).toBe(200)
  },
)

it('DNS rebinding: a page whose name leads here for a moment reads nothing from /graphql and /mcp', async () => {
  const { url, log } = await attackedServer()
  for (const path of ['/graphql', '/mcp']) {
    const answer = await request(url, 'rebound.evil.example', `POST ${path}`, '{"query":"{ ping }"}')
    expect(statusOf(answer)).toBe(403)
    expect(answer).not.toContain('pong')
  }
  expect(log().match(/BASE_URL is not set/g)).toHaveLength(1)
})

it('L1: hosts named like properties of objects are hosts like any other', async () => {
  const { url, log } = await attackedServer()
  for (const host of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '__proto__.example']) {
    const answer = await request(url, host, 'GET /')
    expect(statusOf(answer)).toBe(302)
    expect(answer).not.toContain('[object')
  }
  expect(log()).not.toContain('unexpected error')
})
