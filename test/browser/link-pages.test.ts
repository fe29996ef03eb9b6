import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../../hosts/server/serve.ts'
import { newAccount } from '../support/api.ts'
import { openBrowser } from '../support/browser.ts'
import { startTestServer } from '../support/server.ts'
import { expectAccessible, expectNoSidewaysScrolling } from './looked-at.ts'

const SCREENS = [
  ['a phone', { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }],
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
] as const

let browser: Browser
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
  browser = await openBrowser()
  server = await startTestServer()
  const account = await newAccount(server.url)
  const { data } = await account.ask(
    'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }',
    { inputs: LINKS.map((link) => ({ target: `${server.url}/healthz`, ...link })) },
  )
  expect(data.createShortlinks).toEqual(LINKS.map(() => ({ ok: true })))
})
afterAll(async () => {
  await browser?.close()
  await server?.close('tests are over')
})

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
] as const

describe.each(SCREENS)('on %s', (_name, screen) => {
  it.each(PAGES)('the page %s is accessible in light and dark surroundings', async (_page, path, agent) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit(path, { ...screen, ...agent, colorScheme }, async (page) => {
        await expectAccessible(page)
        await expectNoSidewaysScrolling(page)
      })
    }
  })

  it('the page after a wrong password is accessible, and says so', () =>
    visit('/secret', screen, async (page) => {
      await page.waitForSelector('#password:focus')
      await page.keyboard.type('open says me')
      await page.keyboard.press('Enter')
      await page.waitForSelector('[role=alert]')
      expect(await page.textContent('[role=alert]')).toContain('Wrong password')
      await expectAccessible(page)
      await expectNoSidewaysScrolling(page)
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
