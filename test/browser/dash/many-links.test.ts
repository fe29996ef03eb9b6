import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeLinks, savedFile, stubField, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'

const dash = useDash()

/** Scrolls down and lets 100 ms of the page's own time pass, less than scrolling has to rest before anything is loaded. */
async function scrollOn(page: Page, px: number) {
  await page.evaluate(`new Promise((done) => { addEventListener('scroll', done, { once: true }); scrollBy(0, ${px}) })`)
  await page.clock.runFor(100)
}

/** Collects the GraphQL operations that the page sends. */
function operationsOf(page: Page) {
  const sent: { query: string; variables: { take: number; skip: number } }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) sent.push(JSON.parse(request.postData() ?? ''))
  })
  return sent
}

describe('the list of links', () => {
  it('loads its first page with five requests, and its own rows first', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [{ target: 'https://example.com/', shortlink: 'first-row' }])
    await dash.signedIn(account, async ({ page }) => {
      const sent = operationsOf(page)
      await page.goto('/dash')
      await page.locator('[data-row="0"] svg[role=img]').waitFor()
      await page.waitForLoadState('networkidle')
      const fields = sent.map(({ query }) => /\{\s*(\w+)/.exec(query)?.[1])
      expect(fields[0]).toBe('shortlinkConnection')
      expect(fields.slice(1).sort()).toEqual(['analytics', 'getUserInfo', 'linkVisits', 'tags'])
    })
  })
})

describe('a list of 10,000 links', () => {
  it('draws and loads only what is in view at rest, keeps the row with the focus, and is returned to at the same row', async () => {
    const account = await dash.newAccount()
    for (let part = 0; part < 10; part++) {
      const inputs = Array.from({ length: 1000 }, (_, index) => ({
        target: `https://example.com/${part * 1000 + index}`,
        shortlink: `many-${String(part * 1000 + index).padStart(5, '0')}`,
      }))
      await makeLinks(account, inputs)
    }
    await dash.signedIn(account, async ({ page }) => {
      const sent = operationsOf(page)
      const asked = () =>
        sent.filter(({ query }) => query.includes('shortlinkConnection')).map(({ variables }) => variables)
      const elements = () => page.evaluate<number>('document.querySelectorAll("*").length')
      const focused = () => page.evaluate<string>('document.activeElement.textContent')

      await page.clock.install()
      await page.goto('/dash')
      await page.getByText('10,000 links', { exact: true }).waitFor()
      await page.locator('[data-row="3"] svg[role=img]').waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      expect(await focused()).toContain('/many-09998')
      await page.waitForLoadState('networkidle')

      await page.clock.pauseAt(Date.now() + 3_600_000)
      // The hour that passed may have started requests that refresh the first rows.
      await elements()
      sent.length = 0
      for (let move = 0; move < 30; move++) await scrollOn(page, 600)
      expect(asked().filter(({ skip }) => skip > 0)).toEqual([])
      expect(await focused()).toContain('/many-09998')
      expect(await elements()).toBeLessThanOrEqual(1500)
      await page.clock.resume()
      await page.locator('[data-main]').getByText('many-09680').waitFor()
      // The 18,000 pixels that were passed have 321 rows.
      for (const { take, skip } of asked()) expect([take, skip === 0 || skip >= 300]).toEqual([50, true])

      // From the row with the focus, which was out of view.
      await page.keyboard.press('j')
      await expect.poll(focused).toContain('/many-09997')

      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      const last = page.locator('[data-main]').getByText('many-00000')
      await last.waitFor()
      expect(await elements()).toBeLessThanOrEqual(1500)
      const scrolledPx = await page.evaluate<number>('scrollY')
      await last.click()
      await page.getByRole('heading', { level: 1 }).getByText('many-00000').waitFor()
      await page.goBack()
      await last.waitFor()
      await expect.poll(focused).toContain('/many-00000')
      expect(await page.evaluate<number>('scrollY')).toBe(scrolledPx)
    })
  })
})

it('links further down that could not be loaded are said, and loaded at a second try', async () => {
  const account = await dash.newAccount()
  await makeLinks(
    account,
    Array.from({ length: 120 }, (_, index) => ({ target: 'https://example.com/', shortlink: `down-${index}` })),
  )
  await dash.signedIn(account, async ({ page }) => {
    await page.clock.install()
    await page.goto('/dash')
    await page.getByText('120 links', { exact: true }).waitFor()
    const restore = await stubField(page, 'shortlinkConnection', { code: 'RATE_LIMITED', retryAfterSeconds: 50 })
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.getByRole('alert').getByText('As the test wants it').waitFor()
    await restore()
    await page.clock.fastForward(50_000)
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.locator('[data-main]').getByText('down-0', { exact: false }).first().waitFor()
    await page.getByRole('alert').getByText('As the test wants it').waitFor({ state: 'detached' })
  })
})

describe('many lines', () => {
  it('wait when the server limits requests, cannot be closed meanwhile, and say when the plan has no room', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.clock.install()
      await page.goto('/dash')
      await page.getByRole('button', { name: 'Bulk create' }).click()
      const dialog = page.getByRole('dialog')
      await page.getByLabel('URLs').fill('https://example.com/1\nhttps://example.com/2')
      const restore = await stubField(page, 'createShortlinks', { code: 'RATE_LIMITED', retryAfterSeconds: 50 })
      await page.getByRole('button', { name: 'Create 2 links' }).click()
      await dialog.getByText(/Continuing in \d+ s/).waitFor()
      await page.keyboard.press('Escape')
      expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
      await restore()
      const full = await stubField(page, 'createShortlinks', { code: 'PLAN_LIMIT', message: 'The plan is full' })
      await page.clock.fastForward(50_000)
      await dialog.getByRole('alert').getByText('The plan is full').waitFor()
      await dialog.getByRole('link', { name: 'View plan' }).waitFor()
      await full()
      await page.getByRole('button', { name: 'Create 2 links' }).click()
      await dialog.getByText('2 links created.').waitFor()
    })
  })

  it('get the same tags and campaign, and are saved as CSV with their targets', async () => {
    const account = await dash.newAccount()
    await dash.atLinks(account, async ({ page }) => {
      await page.getByRole('button', { name: 'Bulk create' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('URLs').fill(`example.com/1 one-${account.id}\nexample.com/2 two-${account.id}`)
      await dialog.getByLabel('Tags').fill('spring, mail')
      await dialog.getByLabel('utm_source').fill('newsletter')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create 2 links' }).click()
      await dialog.getByText('2 links created.').waitFor()
      const csv = await savedFile(page, () => dialog.getByRole('button', { name: 'Export CSV' }).click())
      const rows = csv.toString().trim().split('\r\n')
      expect(rows.map((row) => row.replace(/^http:\/\/[^/]+/, ''))).toEqual([
        'short_url,target',
        `/one-${account.id},https://example.com/1`,
        `/two-${account.id},https://example.com/2`,
      ])
      const { data } = await account.ask('{ shortlinkConnection { items { tags utm { source medium } } } }')
      const common = { tags: ['spring', 'mail'], utm: { source: 'newsletter', medium: null } }
      expect(data.shortlinkConnection.items).toEqual([common, common])
    })
  })

  it('1,000 that are pasted are made at once; the 3 that are wrong are named and can be corrected', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [{ target: 'https://example.com/', shortlink: 'taken-1' }])
    await dash.atLinks(account, async ({ page }) => {
      await page.getByText('1 link', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Bulk create' }).click()
      const lines = Array.from({ length: 1000 }, (_, index) => `https://example.com/pasted/${index}`)
      lines[7] = 'ftp://example.com/'
      lines[200] = 'example.com/x admin'
      lines[900] = 'https://example.com/y taken-1'
      await page.getByLabel('URLs').fill(lines.join('\n'))
      const dialog = page.getByRole('dialog')
      await dialog.getByText('999 links to create. 1 line has an error.').waitFor()
      await page.getByRole('button', { name: 'Create 999 links' }).click()
      await dialog.getByText('997 links created.').waitFor()
      expect(await dialog.getByRole('row').allInnerTexts()).toEqual([
        expect.stringContaining('Line'),
        expect.stringMatching(/^8\s+ftp:.*\s+Not a web URL/),
        expect.stringMatching(/^201\s+https:\/\/example.com\/x\s+admin\s+\S/),
        expect.stringMatching(/^901\s+https:\/\/example.com\/y\s+taken-1\s+\S/),
      ])
      await page.getByRole('button', { name: 'Edit failed lines' }).click()
      expect(await page.getByLabel('URLs').inputValue()).toBe(
        'ftp://example.com/\nhttps://example.com/x admin\nhttps://example.com/y taken-1',
      )
      await page.keyboard.press('Escape')
      await page.getByText('998 links', { exact: true }).waitFor()
    })
  })
})
