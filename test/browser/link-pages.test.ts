import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../hosts/server/serve.ts'
import { newAccount } from '../support/api.ts'
import { startTestServer } from '../support/server.ts'
import { useBrowser } from '../support/shared-browser.ts'
import { expectGoodOnBothScreens, PHONE } from './screens.ts'

const browser = useBrowser()
let server: RunningServer

const TITLE = `${'W'.repeat(100)} مرحبا بالعالم`
const LINKS = [
  { shortlink: 'secret', password: 'open sesame', forwardQuery: true },
  { shortlink: 'titled', password: 'open sesame', preview: { title: TITLE } },
  { shortlink: 'over', expiresAt: '2020-01-01T00:00:00Z' },
  { shortlink: 'limited', maxVisits: 5, preview: { title: TITLE } },
  { shortlink: 'shown', preview: { title: TITLE, description: 'd'.repeat(500) } },
]

beforeAll(async () => {
  server = await startTestServer({ settings: { ABUSE_REPORTS: 'true' } })
  const account = await newAccount(server.url)
  const { data } = await account.ask(
    'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }',
    { inputs: LINKS.map((link) => ({ target: `${server.url}/healthz`, ...link })) },
  )
  expect(data.createShortlinks).toEqual(LINKS.map(() => ({ ok: true })))
})
afterAll(() => server?.close('tests are over'))

async function visit(path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  try {
    await page.goto(server.url + path)
    await look(page)
    // The browser logs statuses of errors, and nothing else.
    expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([])
  } finally {
    await context.close()
  }
}

const BOT = { userAgent: 'Googlebot/2.1' }
const NETWORK = { userAgent: 'Twitterbot/1.0' }
const PAGES = [
  ['that asks for a password', '/secret', {}],
  ['that asks for a password under a title', '/titled', {}],
  ['of a link that has ended', '/over', {}],
  ['of a limited link, for programs', '/limited', BOT],
  ['with a preview', '/shown', NETWORK],
  ['for abuse reports', '/report', {}],
] as const

describe('on a phone and on a desktop', () => {
  it.each(PAGES)('the page %s is accessible in light and dark surroundings', (_page, path, agent) =>
    visit(path, { ...PHONE, ...agent }, expectGoodOnBothScreens),
  )

  it('the page after a wrong password is accessible, and says so', () =>
    visit('/secret', PHONE, async (page) => {
      await page.waitForSelector('#password:focus')
      await page.keyboard.type('open says me')
      await page.keyboard.press('Enter')
      await page.waitForSelector('[role=alert]')
      expect(await page.textContent('[role=alert]')).toContain('Wrong password')
      await expectGoodOnBothScreens(page)
    }))
})

it('a visitor with a keyboard alone opens a link by its password, at its own path and query', () =>
  visit('/secret?a=1', {}, async (page) => {
    // The field has the focus once the page is drawn.
    await page.waitForSelector('#password:focus')
    await page.keyboard.type('wrong one')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.localName')).toBe('button')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=alert]')
    expect(new URL(page.url()).search).toBe('?a=1')
    await page.waitForSelector('#password:focus')
    await page.keyboard.type('open sesame')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/healthz?a=1')
  }))

it('a visitor with a keyboard alone reports a link, and corrects the URL without typing the rest again', () =>
  visit('/report?url=sho.rt/unknown', PHONE, async (page) => {
    await page.focus('#url')
    await page.keyboard.press('Tab')
    await page.keyboard.type('It asks for my bank password.')
    for (const _ of ['email', 'button']) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#url[aria-invalid]:focus')
    expect(await page.textContent('[role=alert]')).toContain('Check it for typos.')
    await expectGoodOnBothScreens(page)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`${server.url}/shown`)
    await page.keyboard.press('Enter')
    await page.waitForSelector('text=Report sent')
    await expectGoodOnBothScreens(page)
  }))
