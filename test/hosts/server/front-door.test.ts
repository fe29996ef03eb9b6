import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Configure } from '../../../hosts/app/composition.ts'
import { newAccount } from '../../support/api.ts'
import { startDnsServer } from '../../support/dns.ts'
import { startTestServer } from '../../support/server.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

async function start(settings: Record<string, string> = {}, configure?: Configure) {
  const server = await startTestServer({ settings, configure })
  onTestFinished(() => server.close('the test is over'))
  const get = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', headers: BROWSER, ...init })
  return { url: server.url, port: new URL(server.url).port, get }
}

/** Asks with a Host of one's own, which fetch does not allow. */
async function getAt(
  host: string,
  url: string,
): Promise<{ status: number; location: string | undefined; body: string }> {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(url, { headers: { ...BROWSER, host } }, resolve)
      .on('error', reject)
      .end()
  })
  return { status: response.statusCode ?? 0, location: response.headers.location, body: await text(response) }
}

/** The commands that a page shows, as a reader copies them. */
const commandsIn = (page: string) =>
  [...page.matchAll(/<pre><code>([^<]+)<\/code><\/pre>/g)].map(([, code = '']) =>
    code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  )
const bash = async (script: string) => JSON.parse((await promisify(execFile)('bash', ['-c', script])).stdout)

describe('GET / and GET /dash', () => {
  it('the page has an ETag, answers HEAD and is limited like other paths', async () => {
    const { get } = await start({ RATELIMIT_PUBLIC_PER_MIN: '1' })
    const page = await get('/dash')
    expect(page.headers.get('ratelimit-limit')).toBe('5')
    const head = await get('/dash', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, page.headers.get('etag'), ''])
    const etag = page.headers.get('etag') as string
    expect((await get('/dash', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await get('/dash', { method: 'POST' })).status).toBe(405)
    expect((await get('/dash')).status).toBe(200)
    expect((await get('/dash')).status).toBe(429)
  })

  it('under an address of the machine both stay on that address while BASE_URL is not set', async () => {
    const { url } = await start()
    for (const host of ['192.0.2.7:3000', '[2001:db8::7]:3000']) {
      expect(await getAt(host, `${url}/`)).toMatchObject({ status: 302, location: '/dash' })
      expect((await getAt(host, `${url}/dash`)).body).toContain('<title>shortlink</title>')
      expect((await getAt(host, `${url}/graphql`)).body).toContain(`http://${host}/graphql`)
    }
    const fixed = await start({ BASE_URL: 'https://sho.rt' })
    expect(await getAt('192.0.2.7:3000', `${fixed.url}/`)).toMatchObject({ location: 'https://sho.rt/dash' })
    expect((await getAt('192.0.2.7:3000', `${fixed.url}/dash`)).status).toBe(404)
  })

  it('an unknown host gets 404 at / as at every path, but the service while BASE_URL is not set', async () => {
    const { url } = await start({ BASE_URL: 'https://sho.rt', EXTRA_HOSTS: 'also.example' })
    for (const path of ['/', '/dash', '/hello'])
      expect(await getAt('unknown.example', url + path)).toMatchObject({ status: 404, location: undefined })
    for (const host of ['sho.rt', 'also.example', 'localhost', '192.0.2.7'])
      expect(await getAt(host, `${url}/`)).toMatchObject({ status: 302, location: 'https://sho.rt/dash' })
    const { url: unset } = await start()
    expect((await getAt('unknown.example', `${unset}/`)).status).toBe(302)
  })

  it('a dashboard on another host is left to that host', async () => {
    const { url } = await start({ BASE_URL: 'https://sho.rt', APP_URL: 'https://app.sho.rt' })
    expect(await getAt('sho.rt', `${url}/`)).toMatchObject({ status: 302, location: 'https://app.sho.rt/dash' })
    expect(await getAt('sho.rt', `${url}/dash/visits?range=7d`)).toMatchObject({
      status: 302,
      location: 'https://app.sho.rt/dash/visits?range=7d',
    })
    expect((await getAt('app.sho.rt', `${url}/dash`)).status).toBe(200)
  })

  it('the root of a custom domain is the 404 page of that domain, and so are /dash and /graphql', async () => {
    const dns = await startDnsServer()
    onTestFinished(() => dns.close())
    const { url } = await start({ BASE_URL: 'https://sho.rt', DNS_SERVERS: dns.address })
    const owner = await newAccount(url)
    const added = await owner.ask('mutation { addDomain(hostname: "go.example.com") { id txtToken } }')
    const { id, txtToken } = added.data.addDomain
    dns.txt('_shortlink.go.example.com', txtToken)
    const verified = await owner.ask('mutation ($id: ID!) { verifyDomain(id: $id) { verified } }', { id })
    expect(verified.data.verifyDomain.verified).toBe(true)
    for (const path of ['/', '/dash', '/graphql']) {
      const { status, location, body } = await getAt('go.example.com', url + path)
      expect([status, location]).toEqual([404, undefined])
      expect(body).toContain('<h1>Target not found</h1>')
      expect(body).toContain('There is no link at this URL.')
      expect(body).not.toContain('sho.rt')
    }
  })
})

describe('GET /graphql', () => {
  it('a browser gets a page with the endpoint, an example that works and the schema', async () => {
    const { get, port } = await start()
    const response = await get('/graphql')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.headers.get('vary')).toContain('accept')
    const page = await response.text()
    expect(page).toContain(`http://localhost:${port}/graphql`)
    for (const [, link = ''] of page.matchAll(/<a href="([^"]+)"/g)) expect((await get(link)).status).toBeLessThan(400)
    const [create = ''] = commandsIn(page)
    expect((await bash(create.replace('localhost', '127.0.0.1'))).data.createShortlink).toMatch(/^\w{7}$/)
    const head = await get('/graphql', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('a program gets the answer to its query, and 405 in JSON for a mutation or another method', async () => {
    const { get } = await start()
    const asked = await get('/graphql?query={ping}', { headers: { accept: '*/*' } })
    expect([asked.status, await asked.json()]).toEqual([200, { data: { ping: 'pong' } }])
    for (const [init, allow] of [
      [{ headers: { accept: 'application/json' } }, 'POST'],
      [{ method: 'PUT' }, 'GET, POST'],
    ] as const) {
      const refused = await get('/graphql?query=mutation{logout}', init)
      expect(refused.status).toBe(405)
      expect(Object.fromEntries(refused.headers)).toMatchObject({
        allow,
        'content-type': 'application/json; charset=utf-8',
      })
      const message = 'Only POST is allowed, and GET for queries'
      expect(await refused.json()).toEqual({
        data: null,
        errors: [{ message, extensions: { code: 'BAD_USER_INPUT', help: '/llms.txt' } }],
      })
    }
  })

  it('/graphql/schema.graphql is the schema as text, with an ETag', async () => {
    const { get } = await start()
    const response = await get('/graphql/schema.graphql')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    const sorted = printSchema(lexicographicSortSchema(buildSchema(await response.text())))
    expect(sorted.trim()).toBe(readFileSync('test/hosts/graphql/schema.graphql', 'utf8').trim())
    const etag = response.headers.get('etag') as string
    expect((await get('/graphql/schema.graphql', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})
