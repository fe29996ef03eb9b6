import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { follow } from '../../support/api.ts'
import { makeLinks, PERSON, useDash } from '../../support/dash.ts'
import { readQr } from '../../support/read-qr.ts'

const dash = useDash()

async function oneLink(input: object = {}) {
  const account = await dash.newAccount()
  const [link] = await makeLinks(account, [{ target: 'https://example.com/own', ...input }])
  if (link === undefined) throw new Error('The link was not made')
  return { account, link }
}

describe('the visits of a link', () => {
  it('a visit shows within seconds without a reload, in the list and in the numbers', async () => {
    const { account, link } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}`)
      await page.getByText('Waiting for the first visit').waitFor()
      await follow(dash.url, link.shortlink, PERSON)
      await page.getByText('Firefox · Linux').waitFor({ timeout: 10_000 })
      await page.getByRole('region', { name: 'Browsers' }).getByText('Firefox').waitFor({ timeout: 20_000 })
      expect(await page.locator('dt:has-text("Visits of people") + dd').innerText()).toBe('1')
    })
  })

  it('a click on a value filters, the filter survives a reload, and the table has the numbers of the chart', async () => {
    const { account, link } = await oneLink()
    for (let visit = 0; visit < 3; visit++) await follow(dash.url, link.shortlink, PERSON)
    await follow(dash.url, link.shortlink, { ...PERSON, referer: 'https://news.example/' })
    await expect.poll(() => account.clicks()).toBe(4)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}?range=7d`)
      await page.getByRole('region', { name: 'Referrers' }).getByRole('button', { name: 'news.example' }).click()
      await page.waitForURL('**where=REFERRER%3Anews.example')
      await page.reload()
      await page.getByRole('button', { name: 'Do not filter by news.example' }).waitFor()
      await expect.poll(() => page.locator('dt:has-text("Visits of people") + dd').innerText()).toBe('1')
      await page.getByText('The same numbers as a table').click()
      const cells = await page.locator('tbody tr').last().locator('td').allInnerTexts()
      // Of people, visitors, bots: the visitor's first visit had no referrer.
      expect(cells).toEqual(['1', '0', '0'])
    })
  })

  it('a link that is not there is said', async () => {
    const { account } = await oneLink()
    const other = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${other.link.id}/edit`)
      await page.getByRole('heading', { name: 'No such link' }).waitFor()
    })
  })
})

describe('editing a link', () => {
  it('sends what was changed and keeps the rest', async () => {
    const { account, link } = await oneLink({ note: 'kept', maxVisits: 7 })
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByLabel('Title').first().fill('Spring sale')
      await page.getByLabel('Tags').fill('spring, mail')
      await page.getByLabel('utm_source').fill('newsletter')
      await page.getByLabel('Closes at').fill('2099-01-31T12:00:00')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()
      const { data } = await account.ask(
        'query ($id: ID!) { getShortlinkInfo(id: $id) { title tags note maxVisits expiresAt utm { source } } }',
        { id: link.id },
      )
      expect(data.getShortlinkInfo).toEqual({
        title: 'Spring sale',
        tags: ['spring', 'mail'],
        note: 'kept',
        maxVisits: 7,
        // The browser is in Berlin.
        expiresAt: '2099-01-31T11:00:00.000Z',
        utm: { source: 'newsletter' },
      })
    })
  })

  it('a change of another client is shown, not overwritten, and leaving unsaved asks', async () => {
    const { account, link } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/edit`)
      await page.getByLabel('Title').first().fill('Mine')
      await account.ask('mutation ($input: UpdateShortlinkInput!) { updateShortlink(input: $input) { id } }', {
        input: { id: link.id, title: 'Theirs' },
      })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The link was changed elsewhere').waitFor()
      await page.getByRole('link', { name: 'Visits', exact: true }).first().click()
      await page.getByRole('dialog', { name: 'Leave this page?' }).waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Load the newer version' }).click()
      expect(await page.getByLabel('Title').first().inputValue()).toBe('Theirs')
    })
  })
})

describe('the rules of a link', () => {
  it('are made in words, simulated, saved, and send visitors where the simulator says', async () => {
    const { account, link } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/rules`)
      await page.getByRole('button', { name: 'Add a rule' }).click()
      await page.getByLabel('If', { exact: true }).selectOption('browser')
      await page.getByLabel('Value').fill('firefox')
      await page.getByLabel('Then lead to').fill('https://example.com/fox')
      await page.getByRole('heading', { name: '1. If the browser is firefox' }).waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()

      const simulated = async (browser: string) => {
        await page.getByRole('region', { name: 'Simulator' }).getByLabel('Browser').fill(browser)
        return page.locator('[data-winner]').getAttribute('data-winner')
      }
      expect([await simulated('Firefox'), await simulated('Safari'), await simulated('')]).toEqual([
        '0',
        'null',
        'unknown',
      ])
    })
    expect((await follow(dash.url, link.shortlink, PERSON)).headers.get('location')).toBe('https://example.com/fox')
    expect((await follow(dash.url, link.shortlink)).headers.get('location')).toBe('https://example.com/own')
  })

  it('conditions are joined, rules move by buttons, and a wrong value is said at its rule', async () => {
    const { account, link } = await oneLink({
      rules: [
        { type: 'country', value: 'DE,AT', target: 'https://example.com/de' },
        { type: 'percent', value: '30', target: 'https://example.com/b' },
      ],
    })
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/rules`)
      await page.getByRole('heading', { name: '1. If the country is Germany or Austria' }).waitFor()
      await page.getByRole('button', { name: 'and' }).first().click()
      await page.getByRole('button', { name: 'Move rule 1 down' }).click()
      await page
        .getByRole('heading', { name: '2. If the country is Germany or Austria and the device is Mobile' })
        .waitFor()
      await page.getByRole('region', { name: 'Split of visitors' }).getByText('30%').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()
      const { data } = await account.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { rules { type value } } }', {
        id: link.id,
      })
      expect(data.getShortlinkInfo.rules).toEqual([
        { type: 'percent', value: '30' },
        { type: 'all', value: '[{"type":"country","value":"DE,AT"},{"type":"device","value":"mobile"}]' },
      ])
      await page.getByRole('region', { name: 'Rule 1' }).getByLabel('Value').fill('300')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('region', { name: 'Rule 1' }).getByRole('alert').waitFor()
    })
  })
})

describe('the QR code of a link', () => {
  const PIXEL =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#b23a8e"/></svg>'

  async function saved(page: Page, button: string) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return readFile(await download.path())
  }

  it('is read back from the saved PNG, plain, in color with rounded modules, and with a logo', async () => {
    const { account, link } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}/qr`)
      expect(readQr(await saved(page, 'PNG')).text).toBe(link.shortUrl)
      await page.getByLabel('Color').fill('#4f4bd1')
      await page.getByLabel('Rounded modules').fill('0.8')
      expect(readQr(await saved(page, 'PNG')).text).toBe(link.shortUrl)
      await page
        .getByLabel('Logo')
        .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(PIXEL) })
      await page.getByRole('button', { name: 'Remove the logo' }).waitFor()
      expect(readQr(await saved(page, 'PNG')).text).toBe(link.shortUrl)
      expect((await saved(page, 'SVG')).toString()).toMatch(/^<svg .*<image /)
      await page.getByLabel('Color').fill('#ffff00')
      await page.getByRole('alert').getByText('Scanners may not read').waitFor()
    })
  })
})
