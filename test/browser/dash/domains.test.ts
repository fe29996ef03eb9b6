import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import type { newAccount } from '../../support/api.ts'
import { countAsked, followLink, forgetAnswers, makeLinks, stubField, tabTo, useDash } from '../../support/dash.ts'
import { startDnsServer } from '../../support/dns.ts'
import { expectNoSidewaysScrolling } from '../looked-at.ts'
import { expectGoodOnBothScreens, onBothScreens, PHONE } from '../screens.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const dns = await startDnsServer()
afterAll(() => dns.close())
const dash = useDash({
  DNS_SERVERS: dns.address,
  BASE_URL: 'https://sho.rt',
  APP_URL: 'http://localhost',
  DEFAULT_PLAN: 'STARTER',
})

let names = 0
const freshHostname = () => `go${names++}.example.com`

async function addDomain(account: Account, hostname = freshHostname()) {
  const { data } = await account.ask(
    'mutation ($hostname: String!) { addDomain(hostname: $hostname) { id txtToken } }',
    {
      hostname,
    },
  )
  return { hostname, ...(data.addDomain as { id: string; txtToken: string }) }
}

async function verifiedDomain(account: Account) {
  const domain = await addDomain(account)
  dns.txt(`_shortlink.${domain.hostname}`, domain.txtToken)
  await account.ask('mutation ($id: ID!) { verifyDomain(id: $id) { id } }', { id: domain.id })
  return domain
}

/** The status of a path under a Host of one's own, which fetch does not allow, and where it leads. */
const get = (path: string, host: string) =>
  new Promise<readonly [status: number | undefined, location: string | undefined]>((resolve, reject) => {
    request(`${dash.url}${path}`, { headers: { host } }, (response) => {
      response.resume()
      resolve([response.statusCode, response.headers.location])
    })
      .on('error', reject)
      .end()
  })

const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

describe('the page of domains', () => {
  it('by the keyboard alone: added, its record copied and published, and verified without a reload', async () => {
    const account = await dash.newAccount()
    const hostname = freshHostname()
    await dash.atLinks(account, async ({ page }) => {
      await page.clock.install()
      await page.keyboard.press('g')
      await page.keyboard.press('d')
      await page.getByText('No domains yet').waitFor()
      await tabTo(page, page.getByLabel('Domain', { exact: true }))
      await page.keyboard.type(hostname.toUpperCase())
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: hostname }).waitFor()
      expect(await page.evaluate<string>('document.activeElement.textContent')).toBe(hostname)

      await tabTo(page, page.getByRole('button', { name: 'Copy the name of the TXT record' }))
      await page.keyboard.press('Enter')
      await expect.poll(() => copied(page)).toBe(`_shortlink.${hostname}`)
      await tabTo(page, page.getByRole('button', { name: 'Copy the value of the TXT record' }))
      await page.keyboard.press('Enter')
      await expect.poll(() => copied(page)).toMatch(/^shortlink-verify=/)
      const record = await copied(page)
      await tabTo(page, page.getByRole('button', { name: 'Copy the value of the CNAME record' }))
      await page.keyboard.press('Enter')
      await expect.poll(() => copied(page)).toBe('sho.rt')

      const check = page.getByRole('button', { name: `Check now: ${hostname}` })
      await tabTo(page, check)
      await page.keyboard.press('Enter')
      await page.getByText('TXT record not found').waitFor()
      dns.fail(`_shortlink.${hostname}`)
      await page.keyboard.press('Enter')
      await page.getByText('The DNS server did not respond. Try again later.').waitFor()
      expect(await page.getByText('not found').count()).toBe(0)

      dns.txt(`_shortlink.${hostname}`, 'something else', record)
      await page.clock.fastForward(10_000)
      await page.getByText('Verified since').waitFor()
      await page.getByText('request one on the first visit').waitFor()
      expect(await page.evaluate<string>('document.activeElement.textContent')).toBe(hostname)
      await fetch(`${dash.url}/internal/tls-check?domain=${hostname}`)
      await page.reload()
      await page.getByText('Approved. The proxy requests').waitFor()
    })
  })

  it('a domain is looked up every 10 s for five minutes after it was added, while the page is visible', async () => {
    const account = await dash.newAccount()
    const { hostname } = await addDomain(account)
    await dash.signedIn(account, async ({ page }) => {
      const lookups = countAsked(page, 'verifyDomain')
      await page.clock.install()
      await page.goto('/dash/domains')
      await page.getByText('Checking every 10 seconds until').waitFor()
      await page.clock.fastForward(10_000)
      await page.getByText('Last checked at').waitFor()
      const lookupsIn30Seconds = async () => {
        const before = lookups()
        await page.clock.runFor(30_000)
        // Requests are reported in their order.
        await page.evaluate('fetch("/healthz").then(() => 0)')
        return lookups() - before
      }
      await page.evaluate('Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" })')
      expect(await lookupsIn30Seconds()).toBe(0)
      await page.evaluate('delete document.visibilityState')
      expect(await lookupsIn30Seconds()).toBeGreaterThan(0)
      await page.clock.fastForward(300_000)
      await page.getByText('Checking every 10 seconds until').waitFor({ state: 'detached' })
      expect(await lookupsIn30Seconds()).toBe(0)
      // A request whose time limit was jumped over counts as not answered, until the next one is.
      const isAddable = async () => {
        await page.clock.runFor(3_000)
        return page.getByRole('button', { name: 'Add domain' }).isEnabled()
      }
      await expect.poll(isAddable).toBe(true)
      // Added again, the same claim is watched again.
      await page.getByLabel('Domain', { exact: true }).fill(hostname)
      await page.keyboard.press('Enter')
      await page.getByText('Checking every 10 seconds until').waitFor()
      expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1)
    })
  })

  it('deleting names the links that stop, asks for their number if they are many, and leaves the focus on Cancel', async () => {
    const account = await dash.newAccount()
    const { id, hostname } = await verifiedDomain(account)
    const inputs = Array.from({ length: 21 }, (_, index) => ({
      target: 'https://example.com/',
      shortlink: `page-${index}`,
      domainId: id,
    }))
    await makeLinks(account, inputs)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/domains')
      await page.getByRole('button', { name: `Delete ${hostname}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('21 links on this domain stop working').waitFor()
      await dialog.getByText(`https://${hostname}/page-20`).waitFor()
      await dialog.getByText('and 16 others').waitFor()
      expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Cancel')
      const confirm = dialog.getByRole('button', { name: 'Delete' })
      expect(await confirm.isDisabled()).toBe(true)
      expect((await get('/page-20', hostname))[0]).toBe(302)
      await dialog.getByLabel('Type 21 to confirm').fill('21')
      await confirm.click()
      await page.getByText('No domains yet').waitFor()
      await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('H1')
      expect((await get('/page-20', hostname))[0]).toBe(404)
      await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click()
      await page.getByText('Domain inactive').first().waitFor()
      await page.locator('[data-main]').first().click()
      await page.getByRole('heading', { level: 1 }).getByText(hostname).waitFor()
      await page.getByText('Domain inactive').waitFor()
    })
  })

  it('what is no name is said at its field, another account’s name at its domain, and the limit of the plan by itself', async () => {
    const holder = await dash.newAccount()
    const { hostname } = await verifiedDomain(holder)
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/domains')
      const field = page.getByLabel('Domain', { exact: true })
      await field.fill('*.example.com')
      await page.keyboard.press('Enter')
      await page.getByText('Domain: enter a name such as go.example.com.').waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      await field.fill(hostname)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: hostname }).waitFor()
      const { data } = await account.ask('{ domains { txtToken } }')
      dns.txt(hostname, data.domains[0].txtToken)
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByText('Another account has verified this domain.').waitFor()
      await addDomain(account)
      await addDomain(account)
      await field.fill(freshHostname())
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('Your plan allows 3 custom domains').waitFor()
      await page.getByRole('link', { name: 'View plan' }).waitFor()
    })
  })

  it('a read that waits, fails or finds no server shows that; a limit of checks counts down', async () => {
    const account = await dash.newAccount()
    await addDomain(account)
    await dash.signedIn(account, async ({ page }) => {
      const states = [
        ['never', 'Loading'],
        ['offline', 'The server is unreachable'],
        // At the end, since the page asks again by itself after the others.
        [{ code: 'INTERNAL_SERVER_ERROR' }, 'Something went wrong'],
      ] as const
      await page.goto('/dash/nowhere')
      for (const [stub, text] of states) {
        await forgetAnswers(page)
        const restore = await stubField(page, 'domains', stub)
        await followLink(page, '/dash/domains')
        await page.getByText(text, { exact: true }).first().waitFor()
        await restore()
      }
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await page.getByText('Not verified').waitFor()
      await stubField(page, 'verifyDomain', { code: 'RATE_LIMITED', message: 'Too many', retryAfterSeconds: 30 })
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByRole('button', { name: /Try again in \d+ s/ }).waitFor()
      await page.getByText('Too many', { exact: true }).waitFor()
    })
  })
})

describe('links on a domain', () => {
  it('are made from the form and many lines, followed under its name, and filtered by it in the address', async () => {
    const account = await dash.newAccount()
    const { id, hostname } = await verifiedDomain(account)
    await makeLinks(account, [{ target: 'https://example.com/', shortlink: `elsewhere-${account.id}` }])
    await dash.signedIn(account, async ({ page }) => {
      const requests = countAsked(page, 'query')
      await page.goto('/dash')
      const domain = page.getByRole('form').getByLabel('Domain')
      await page.getByRole('img', { name: '0 visits in the last 30 days' }).first().waitFor()
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('search').getByLabel('Domain').waitFor()
      // The list, its lines, its sum, the account, and one for all choices.
      expect(requests()).toBe(5)

      await page.goto('/dash/new?url=https://example.com/from-form')
      await domain.waitFor()
      expect(await domain.locator('option').allInnerTexts()).toEqual(['sho.rt', hostname])
      await domain.selectOption(hostname)
      await page.getByLabel('Slug', { exact: true }).fill('there')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1 }).getByText(`${hostname}/there`).waitFor()
      expect(await copied(page)).toBe(`https://${hostname}/there`)
      expect(await get('/there', hostname)).toEqual([302, 'https://example.com/from-form'])

      await followLink(page, '/dash')
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('search').getByLabel('Domain').selectOption(hostname)
      await page.getByText('1 link', { exact: true }).waitFor()
      expect(new URL(page.url()).search).toBe(`?domain=${id}`)
      await page.reload()
      await page.getByText('1 link', { exact: true }).waitFor()

      await followLink(page, '/dash')
      await page.getByRole('button', { name: 'Bulk create' }).click()
      await page.getByLabel('URLs').fill('example.com/from-lines everywhere')
      await page.getByRole('dialog').getByLabel('Domain').selectOption(hostname)
      await page.getByRole('button', { name: 'Create 1 link' }).click()
      await page.getByRole('dialog').getByText('1 link created.').waitFor()
      expect(await get('/everywhere', hostname)).toEqual([302, 'https://example.com/from-lines'])
    })
  })

  it('cannot be made on a domain that is not verified', async () => {
    const account = await dash.newAccount()
    await addDomain(account)
    await makeLinks(account, [{ target: 'https://example.com/' }])
    await dash.signedIn(account, async ({ page }) => {
      const choices = page.waitForResponse((response) => response.request().postData()?.includes('domains') ?? false)
      await page.goto('/dash/new')
      await (await choices).finished()
      await page.getByRole('button', { name: 'Regenerate' }).waitFor()
      expect(await page.getByRole('form').getByLabel('Domain').count()).toBe(0)
    })
  })
})

describe('on a phone and on a desktop', () => {
  it('the page of domains is accessible and scrolls in one direction only', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(
      account,
      async ({ page }) => {
        const look = async (text: string) => {
          await page.getByText(text).first().waitFor()
          await expectGoodOnBothScreens(page)
        }
        await page.goto('/dash/domains')
        await look('No domains yet')
        const { hostname } = await verifiedDomain(account)
        await addDomain(account, `${'w'.repeat(60)}.${'x'.repeat(63)}.${'y'.repeat(63)}.example.com`)
        await addDomain(account, `apex-${names++}.example`)
        await forgetAnswers(page)
        await followLink(page, '/dash/domains')
        await page.getByText('DNS records').click()
        await look('Verified since')
        await page.getByRole('button', { name: `Delete ${hostname}` }).click()
        await look('No links use this domain')
        await forgetAnswers(page)
        await followLink(page, '/dash/new')
        await page.getByRole('form').getByLabel('Domain').waitFor()
        await onBothScreens(page, () => expectNoSidewaysScrolling(page))
      },
      PHONE,
    )
  })
})
