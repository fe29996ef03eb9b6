import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Parts } from '../../hosts/app/parts/types.ts'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { newAccount } from '../support/api.ts'
import { startDnsServer, type TestDns } from '../support/dns.ts'
import { DATABASES, startTestServer, testEnvironment } from '../support/server.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const LIST =
  'query ($hostname: String, $days: Int, $take: Int) { unknownVisits(hostname: $hostname, days: $days, take: $take) { hostname slug hits firstDay lastDay } }'

let dns: TestDns
beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())

describe.each(DATABASES)('visits to unknown slugs on %s', (database) => {
  let environment: Record<string, string>
  let server: Awaited<ReturnType<typeof startTestServer>>
  let counter: Parts['unknownVisitCounter']
  beforeAll(async () => {
    environment = await testEnvironment(database, { DNS_SERVERS: dns.address, BASE_URL: 'https://sl.example' })
    server = await startTestServer({
      database,
      settings: environment,
      configure: (root) => root.decorate('unknownVisitCounter', (made) => (counter = made)),
    })
  })
  afterAll(() => server.close('tests are over'))

  /** Asks for a path with a Host of one's own, as a browser unless the headers say otherwise. */
  const visit = (host: string, path: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${server.url}${path}`, { method, headers: { host, 'user-agent': BROWSER, ...headers } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })

  /** An account that holds a hostname. */
  async function holder(hostname: string) {
    const account = await newAccount(server.url)
    const { data } = await account.ask(
      'mutation ($hostname: String!) { addDomain(hostname: $hostname) { id txtToken } }',
      { hostname },
    )
    const { id, txtToken } = data.addDomain
    dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${txtToken}`)
    await account.ask('mutation ($id: ID!) { verifyDomain(id: $id) { verified } }', { id })
    const list = async (given: object = {}) => {
      await counter.flush?.()
      return account.ask(LIST, given)
    }
    return { ...account, id: id as string, list }
  }

  async function operatorsList(...options: string[]) {
    await counter.flush?.()
    const { stdout, stderr, code } = await runInProcess(environment, ['stats', '--unknown', '--json', ...options])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    return JSON.parse(stdout)
  }

  const today = () => new Date().toISOString().slice(0, 10)
  const counted = (hostname: string, slug: string, hits: number) => {
    const day = today()
    return { hostname, slug, hits, firstDay: day, lastDay: day }
  }

  it('are counted by host and slug: accounts see those at their domains, the operator sees all', async () => {
    const [ada, bob] = [await holder('go.ada.example'), await holder('go.bob.example')]
    for (const path of ['/sprnig', '/sprnig?utm_source=flyer', '/sprnig.', '/Sommer'])
      expect(await visit('go.ada.example', path)).toBe(404)
    for (const host of ['go.bob.example:8443', 'sl.example', 'never.claimed.example']) await visit(host, '/sprnig')

    const adas = [counted('go.ada.example', 'sprnig', 3), counted('go.ada.example', 'Sommer', 1)]
    const bobs = [counted('go.bob.example', 'sprnig', 1)]
    const own = [counted('sl.example', 'sprnig', 1)]
    expect((await ada.list()).data.unknownVisits).toEqual(adas)
    expect((await ada.list({ hostname: 'GO.ada.example', take: 1, days: 1 })).data.unknownVisits).toEqual([adas[0]])
    expect((await bob.list()).data.unknownVisits).toEqual(bobs)
    for (const hostname of ['go.ada.example', 'sl.example']) {
      expect((await bob.list({ hostname })).errors[0]).toMatchObject({
        message: 'Domain not found',
        extensions: { code: 'NOT_FOUND' },
      })
    }
    // The service's own hosts come before domains.
    expect(await operatorsList()).toEqual([adas[0], ...own, adas[1], ...bobs])
    expect(await operatorsList('--host', 'sl.example', '--days', '1')).toEqual(own)
    expect(await operatorsList('--host', 'go.bob.example')).toEqual(bobs)
    const lines = await runInProcess(environment, ['stats', '--unknown', '--take', '1'])
    expect(lines.stdout).toBe(`go.ada.example/sprnig  3 visits  ${today()}  ${today()}\n`)

    await ada.ask('mutation ($id: ID!) { deleteDomain(id: $id) }', { id: ada.id })
    expect((await ada.list()).data.unknownVisits).toEqual([])
    expect(await operatorsList()).toEqual([...own, ...bobs])
  })

  it('are not those of programs, prefetches, visitors who ask not to be recorded, folders, calls of the API and links that are there', async () => {
    const eve = await holder('go.eve.example')
    await eve.ask(
      'mutation ($domain: String) { createShortlink(target: "https://example.com/", shortlink: "there", domainId: $domain, startsAt: "2100-01-01T00:00:00Z") }',
      { domain: eve.id },
    )
    await visit('go.eve.example', '/there')
    await visit('go.eve.example', '/bot', { 'user-agent': 'curl/8.5' })
    await visit('go.eve.example', '/head', { method: 'HEAD' })
    await visit('go.eve.example', '/prefetch', { 'sec-purpose': 'prefetch' })
    for (const path of ['/wp-login.php', '/wp-content/plugins', `/${'x'.repeat(101)}`, '/qr']) {
      expect(await visit('go.eve.example', path)).toBe(404)
    }
    await eve.ask('{ getTargetByShortlink(shortlink: "called", hostname: "go.eve.example") }')
    await visit('go.eve.example', '/quiet?notrack')
    await visit('go.eve.example', '/person')
    expect((await eve.list()).data.unknownVisits).toEqual([counted('go.eve.example', 'person', 1)])
  })
})

describe('shortlink stats --unknown', () => {
  it('says which options go together', async () => {
    const environment = await testEnvironment('sqlite')
    const refusal = async (...args: string[]) => (await runInProcess(environment, ['stats', ...args])).stderr
    expect(await refusal()).toContain('name a link, or pass --unknown')
    expect(await refusal('spring', '--unknown')).toContain('--unknown cannot be combined with a link')
    expect(await refusal('spring', '--days', '3')).toContain('--days and --take require --unknown')
    expect(await refusal('--unknown', '--days', '31')).toContain('--days must be at most 30')
  })

  it('shows the account of an API key its domains on a server', async () => {
    const server = await startTestServer()
    const { ask } = await newAccount(server.url)
    const key = (await ask('mutation { createApiKey(label: "cli") { secret } }')).data.createApiKey.secret
    const ended = await runInProcess({}, ['stats', '--unknown', '--server', server.url, '--key', key])
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: 'shortlink: no visits to unknown slugs\n' })
    await server.close('the test is over')
  })
})
