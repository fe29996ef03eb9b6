import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { newAccount } from '../../support/api.ts'
import { signIn } from '../../support/dash.ts'
import { startDnsServer, type TestDns } from '../../support/dns.ts'
import { startTestServer } from '../../support/server.ts'
import { useBrowser } from '../../support/shared-browser.ts'
import {
  FORMS,
  type HostilePages,
  hostileForm,
  hostileScript,
  OWN_WAYS,
  serveHostilePages,
  WAYS,
} from './hostile-pages.ts'

/** A page of others that a signed-in user visits. */
interface Visited {
  readonly name: string
  readonly host: string
  /** Whether browsers send the session's cookie with its requests. */
  readonly cookie: boolean
}

/** Where the dashboard is, and who tries to use its session. */
const PLACES: readonly { readonly name: string; readonly app: string; readonly pages: readonly Visited[] }[] = [
  {
    // Browsers send no Sec-Fetch-Site to it, so that the Origin decides.
    name: 'a name over plain http',
    app: 'app.shortlink.test',
    pages: [
      { name: 'another port of its host', host: 'app.shortlink.test', cookie: true },
      { name: 'a sibling subdomain', host: 'evil.shortlink.test', cookie: true },
      { name: 'another site', host: 'evil.test', cookie: false },
    ],
  },
  {
    name: 'localhost',
    app: 'localhost',
    pages: [
      { name: 'another port of its host', host: 'localhost', cookie: true },
      { name: 'another site', host: 'evil.test', cookie: false },
    ],
  },
]

/** The status at an address whose host name is one of the tests' own. */
async function statusAt(url: string): Promise<number | undefined> {
  const { host, port, pathname } = new URL(url)
  const sent = sendRequest({ host: '127.0.0.1', port, path: pathname, headers: { host } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

const browser = useBrowser()
let dns: TestDns
let hostile: HostilePages
beforeAll(async () => {
  dns = await startDnsServer()
  hostile = await serveHostilePages()
})
afterAll(async () => {
  await dns?.close()
  hostile?.close()
})

describe.each(PLACES)('the session of a dashboard at $name', ({ app: host, pages }) => {
  let server: RunningServer
  let app: string
  let account: Awaited<ReturnType<typeof newAccount>>
  let context: BrowserContext
  /** The tab in which the user signed in. */
  let dashboard: Page
  /** A tab for other pages. */
  let tab: Page
  beforeAll(async () => {
    server = await startTestServer({ settings: { BASE_URL: `http://${host}`, DNS_SERVERS: dns.address } })
    const { port } = new URL(server.url)
    app = `http://${host}:${port}`
    hostile.leadTo(Number(port))
    account = await newAccount(server.url)
    context = await browser.newContext({ locale: 'en-US' })
    dashboard = await context.newPage()
    await dashboard.goto(`${app}/dash/sign-in`)
    await signIn(dashboard, account)
    await dashboard.getByText('No links yet').waitFor()
    tab = await context.newPage()
  })
  afterAll(async () => {
    await context?.close()
    await server?.close('tests are over')
  })

  const openHostile = (name: string) => tab.goto(`http://${name}:${hostile.port}/`)

  const run = (page: Page, script: string, slug: string) => page.evaluate<string>(hostileScript(app, script, slug))

  /** Expects that no link has the slug, whether the account's or anonymous. */
  async function expectNoLink(slug: string) {
    const { data } = await account.ask('{ shortlinkConnection { items { shortlink } } }')
    expect(data.shortlinkConnection.items).not.toContainEqual({ shortlink: slug })
    expect(await statusAt(`${app}/${slug}`)).toBe(404)
  }

  let slugs = 0
  const freshSlug = () => `taken-${slugs++}`

  it('lets its own page act and read', async () => {
    const slug = freshSlug()
    expect(await run(dashboard, OWN_WAYS.act, slug)).toContain(slug)
    expect(await run(dashboard, OWN_WAYS.read, slug)).toContain(account.email)
    expect(await run(dashboard, OWN_WAYS.show, slug)).toContain('/dash/assets/')
    const { data } = await account.ask('{ shortlinkConnection { items { shortlink } } }')
    expect(data.shortlinkConnection.items).toEqual([{ shortlink: slug }])
  })

  describe.each(pages)('$name', ({ host: name, cookie }) => {
    it.each(FORMS)('cannot act by a form of %s', async (encoding) => {
      const slug = freshSlug()
      await openHostile(name)
      const answered = tab.waitForResponse(`${app}/graphql`)
      await tab.evaluate(hostileForm(app, encoding, slug))
      const answer = await answered
      await tab.waitForURL(`${app}/graphql`)
      expect(answer.status()).toBe(415)
      const { cookie: sent = '' } = await answer.request().allHeaders()
      expect(sent.includes('shortlink=')).toBe(cookie)
      await expectNoLink(slug)
    })

    it.each(WAYS)('can neither act nor read by %s', async (_name, script) => {
      const slug = freshSlug()
      await openHostile(name)
      expect(await run(tab, script, slug)).toBe('')
      for (const frame of tab.frames().slice(1)) expect(frame.url()).toBe('chrome-error://chromewebdata/')
      await expectNoLink(slug)
    })
  })

  /** Expects that a page of this name, which then leads to our server, finds neither the dashboard nor the session there. */
  async function expectNothingAt(name: string) {
    const slug = freshSlug()
    await openHostile(name)
    expect(await run(tab, OWN_WAYS.act, slug)).not.toMatch(/^200/)
    expect(await run(tab, OWN_WAYS.read, slug)).not.toMatch(/^200/)
    const dash = await run(tab, OWN_WAYS.show, slug)
    expect(dash).toMatch(/^404 /)
    expect(dash).not.toContain('/dash/assets/')
    expect((await tab.goto(new URL('/dash/sign-in', tab.url()).href))?.status()).toBe(404)
    await expectNoLink(slug)
  }

  it('is nothing to a name that was rebound to the server', async () => {
    await expectNothingAt('rebound.test')
  })

  it('is nothing to a custom domain', async () => {
    const hostname = 'go.customer.test'
    const { data } = await account.ask(
      'mutation ($hostname: String!) { addDomain(hostname: $hostname) { id txtToken } }',
      { hostname },
    )
    const { id, txtToken } = data.addDomain
    dns.txt(`_shortlink.${hostname}`, `shortlink-verify=${txtToken}`)
    const verified = await account.ask('mutation ($id: ID!) { verifyDomain(id: $id) { verified } }', { id })
    expect(verified.data.verifyDomain.verified).toBe(true)
    await expectNothingAt(hostname)
  })
})
