import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { startDnsServer, type TestDns } from '../support/dns.ts'
import { DATABASES, startTestServer } from '../support/server.ts'

const ADD =
  'mutation ($hostname: String!) { addDomain(hostname: $hostname) { id hostname verified verifiedAt sslStatus txtToken } }'
const VERIFY = 'mutation ($id: ID!) { verifyDomain(id: $id) { verified verifiedAt sslStatus } }'
const LIST = '{ domains { id hostname verified sslStatus } }'
const DELETE = 'mutation ($id: ID!) { deleteDomain(id: $id) }'
const CREATE =
  'mutation ($slug: String, $domain: String, $target: String!) { createShortlink(target: $target, shortlink: $slug, domainId: $domain) }'

let dns: TestDns
beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())

let names = 0
const freshHostname = () => `go${names++}.example.com`

/** Asks with a Host of one's own, which fetch does not allow. */
function get(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; location?: string }> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers }, (response) => {
      response.resume()
      resolve({
        status: response.statusCode ?? 0,
        ...(response.headers.location && { location: response.headers.location }),
      })
    })
      .on('error', reject)
      .end()
  })
}

describe.each(DATABASES)('custom domains on %s', (database) => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let url: string
  beforeAll(async () => {
    server = await startTestServer({
      database,
      settings: {
        DNS_SERVERS: dns.address,
        PROXY_TLS_CHECK_SECRET: 'between proxy and server',
        BASE_URL: 'https://sl.example',
        EXTRA_HOSTS: 'also.example,listed',
      },
    })
    url = server.url
  })
  afterAll(() => server.close('tests are over'))

  /** An account that holds a hostname. */
  async function holder(hostname = freshHostname()) {
    const account = await newAccount(url)
    const { data } = await account.ask(ADD, { hostname })
    const { id, txtToken } = data.addDomain
    dns.txt(`_shortlink.${hostname}`, 'something else', `shortlink-verify=${txtToken}`)
    expect((await account.ask(VERIFY, { id })).data.verifyDomain.verified).toBe(true)
    return { account, hostname, id: id as string }
  }

  const tlsCheck = (hostname: string, secret = 'between proxy and server') =>
    fetch(`${url}/internal/tls-check?domain=${hostname}`, { headers: { 'x-tls-check-secret': secret } })

  it('a domain is verified by its TXT token, at the name below or at the hostname itself', async () => {
    const account = await newAccount(url)
    const hostname = freshHostname()
    const added = (await account.ask(ADD, { hostname: hostname.toUpperCase() })).data.addDomain
    expect(added).toMatchObject({ hostname, verified: false, verifiedAt: null, sslStatus: 'none' })

    const verify = async () => (await account.ask(VERIFY, { id: added.id })).data.verifyDomain
    expect((await verify()).verified).toBe(false)
    dns.txt(hostname, 'v=spf1 -all', 'shortlink-verify=of-another-user')
    expect((await verify()).verified).toBe(false)
    dns.txt(hostname, 'v=spf1 -all', added.txtToken)
    expect(await verify()).toMatchObject({ verified: true, sslStatus: 'pending' })
    expect((await account.ask(LIST)).data.domains).toEqual([
      { id: added.id, hostname, verified: true, sslStatus: 'pending' },
    ])
  })

  it('a failing resolver and a missing TXT record are different errors', async () => {
    const account = await newAccount(url)
    const hostname = freshHostname()
    const { id } = (await account.ask(ADD, { hostname })).data.addDomain
    dns.fail(`_shortlink.${hostname}`)
    const { errors } = await account.ask(VERIFY, { id })
    expect(errors[0]).toMatchObject({ message: 'DNS did not answer', extensions: { code: 'UPSTREAM_FAILED' } })
  })

  it.each([
    'sl.example',
    'SL.example.',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    'localhost',
    'a b.example',
    '',
    'http://x.example/',
    `${'a'.repeat(64)}.example`,
  ])('%j is refused as a domain', async (hostname) => {
    const { errors } = await (await newAccount(url)).ask(ADD, { hostname })
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })

  it('a domain is stored in its ASCII form', async () => {
    const { data } = await (await newAccount(url)).ask(ADD, { hostname: 'Bücher.example.com' })
    expect(data.addDomain.hostname).toBe('xn--bcher-kva.example.com')
  })

  it('a domain serves its owner’s links by the Host header, in its own namespace', async () => {
    const { account, hostname, id } = await holder()
    await account.ask(CREATE, { slug: 'here', domain: id, target: 'https://example.com/theirs' })
    await account.ask(CREATE, { slug: `here${hostname.length}${names}`, target: 'https://example.com/ours' })

    expect(await get(url, '/here', { host: hostname.toUpperCase() })).toEqual({
      status: 302,
      location: 'https://example.com/theirs',
    })
    expect((await get(url, '/here', { host: `${hostname}:8443` })).status).toBe(302)
    expect((await get(url, '/here', { host: 'sl.example' })).status).toBe(404)
    expect((await get(url, '/here', { host: 'sl.example', 'x-forwarded-host': hostname })).status).toBe(404)

    const asked = await account.ask(
      'query ($hostname: String) { getTargetByShortlink(shortlink: "here", hostname: $hostname) }',
      { hostname },
    )
    expect(asked.data.getTargetByShortlink).toBe('https://example.com/theirs')
    const { data } = await account.ask('{ shortlinkAnalytics { topLinks { shortlink hostname } } }')
    expect(data.shortlinkAnalytics.topLinks).toContainEqual({ shortlink: 'here', hostname })
  })

  it('a domain takes links of its owner only, after verification', async () => {
    const { id } = await holder()
    const stranger = await newAccount(url)
    expect(
      (await stranger.ask(CREATE, { domain: id, target: 'https://example.com/' })).errors[0]?.extensions.code,
    ).toBe('NOT_FOUND')
    const open = (await stranger.ask(ADD, { hostname: freshHostname() })).data.addDomain
    const refused = await stranger.ask(CREATE, { domain: open.id, target: 'https://example.com/' })
    expect(refused.errors[0]).toMatchObject({
      message: 'domainId must be a verified domain',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  it('a domain cannot be taken over while held, and passes on no links when given up', async () => {
    const { account, hostname, id } = await holder()
    await account.ask(CREATE, { slug: 'old', domain: id, target: 'https://example.com/old' })

    const next = await newAccount(url)
    const claim = (await next.ask(ADD, { hostname })).data.addDomain
    dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${claim.txtToken}`)
    expect((await next.ask(VERIFY, { id: claim.id })).errors[0]?.extensions.code).toBe('CONFLICT')
    expect((await get(url, '/old', { host: hostname })).status).toBe(302)

    expect((await next.ask(DELETE, { id })).errors[0]?.extensions.code).toBe('NOT_FOUND')
    expect((await account.ask(DELETE, { id })).data.deleteDomain).toBe(true)
    expect((await get(url, '/old', { host: hostname })).status).toBe(404)
    expect((await tlsCheck(hostname)).status).toBe(404)

    expect((await next.ask(VERIFY, { id: claim.id })).data.verifyDomain.verified).toBe(true)
    expect((await get(url, '/old', { host: hostname })).status).toBe(404)
    await next.ask(CREATE, { slug: 'old', domain: claim.id, target: 'https://example.com/new' })
    expect((await get(url, '/old', { host: hostname })).location).toBe('https://example.com/new')
  })

  it('addDomain returns a verified domain of the same account again, as it is', async () => {
    const { account, hostname, id } = await holder()
    const { data } = await account.ask(ADD, { hostname })
    expect(data.addDomain).toMatchObject({ id, hostname, verified: true, sslStatus: 'pending' })
    expect((await account.ask(LIST)).data.domains).toHaveLength(1)
  })

  it('a domain serves again when the same owner verifies it again', async () => {
    const { account, hostname, id } = await holder()
    await account.ask(CREATE, { slug: 'kept', domain: id, target: 'https://example.com/kept' })
    await account.ask(DELETE, { id })
    expect((await get(url, '/kept', { host: hostname })).status).toBe(404)
    const again = (await account.ask(ADD, { hostname })).data.addDomain
    dns.txt(`_shortlink.${hostname}`, again.txtToken)
    await account.ask(VERIFY, { id: again.id })
    expect((await get(url, '/kept', { host: hostname })).location).toBe('https://example.com/kept')
  })

  it('a domain serves only its owner’s links, QR codes and bio pages, and nothing once given up', async () => {
    const { account, hostname, id } = await holder()
    const stranger = await newAccount(url)
    const [own, others] = [`own${names}-${database}`, `others${names}-${database}`]
    const page = 'mutation ($slug: String!) { createBioPage(input: { slug: $slug }) { id } }'
    await account.ask(page, { slug: own })
    await stranger.ask(page, { slug: others })
    await stranger.ask(CREATE, { slug: others, target: 'https://example.com/others' })
    await account.ask(CREATE, { slug: own, domain: id, target: 'https://example.com/own' })
    const status = async (path: string) => (await get(url, path, { host: hostname })).status
    for (const path of [`/bio/${own}`, `/${own}/qr.svg`, '/robots.txt'])
      expect([path, await status(path)]).toEqual([path, 200])
    const never = [`/bio/${others}`, `/${others}`, `/${others}/qr.png`, '/', '/readyz', '/llms.txt', '/graphql', '/mcp']
    for (const path of never) expect([path, await status(path)]).toEqual([path, 404])
    await account.ask(DELETE, { id })
    for (const path of [`/bio/${own}`, `/${own}/qr.svg`, `/${own}`, '/robots.txt', ...never])
      expect([path, await status(path)]).toEqual([path, 404])
  })

  it('an unverified domain or a foreign host leads to no link', async () => {
    const account = await newAccount(url)
    const hostname = freshHostname()
    const slug = `default${names}-${database}`
    await account.ask(ADD, { hostname })
    await account.ask(CREATE, { slug, target: 'https://example.com/' })
    const status = async (host: string) => (await get(url, `/${slug}`, { host })).status
    for (const host of [
      'sl.example',
      'also.example',
      'ALSO.example.:8080',
      'listed:80',
      'localhost',
      '192.0.2.7',
      '[::1]:80',
    ])
      expect([host, await status(host)]).toEqual([host, 302])
    for (const host of [hostname, 'never-claimed.example', 'x.sl.example', 'sl_example.example', 'service:3000'])
      expect([host, await status(host)]).toEqual([host, 404])
    expect((await get(url, '/healthz', { host: hostname })).status).toBe(200)
  })

  it('a name without a dot that is not in EXTRA_HOSTS leads to probes and internal routes alone', async () => {
    const { hostname } = await holder()
    const status = async (path: string) => {
      const headers = { host: 'service:3000', 'x-tls-check-secret': 'between proxy and server' }
      return (await get(url, path, headers)).status
    }
    for (const path of ['/healthz', '/readyz', `/internal/tls-check?domain=${hostname}`])
      expect([path, await status(path)]).toEqual([path, 200])
    for (const path of ['/', '/dash', '/graphql', '/mcp', '/llms.txt', '/webhooks/payment'])
      expect([path, await status(path)]).toEqual([path, 404])
  })

  it('a verified domain gets a certificate for callers with the secret', async () => {
    const { account, hostname } = await holder()
    expect((await tlsCheck(hostname)).status).toBe(200)
    expect((await account.ask(LIST)).data.domains[0].sslStatus).toBe('active')
    expect((await tlsCheck('unclaimed.example.com')).status).toBe(404)
    expect((await tlsCheck('')).status).toBe(404)
    expect((await tlsCheck(hostname, 'wrong')).status).toBe(403)
    expect((await fetch(`${url}/internal/tls-check?domain=${hostname}`)).status).toBe(403)
  })

  it('the domain operations need a login', async () => {
    const { hostname, id } = await holder()
    for (const [query, variables] of [
      [ADD, { hostname }],
      [VERIFY, { id }],
      [DELETE, { id }],
      [LIST, {}],
    ] as const) {
      const { errors } = await ask(url, query, variables)
      expect(errors[0]).toMatchObject({ message: 'You must be logged in.', extensions: { code: 'UNAUTHENTICATED' } })
    }
  })
})
