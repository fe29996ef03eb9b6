import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { follow } from '../../support/api.ts'
import { countedClicks, makeLinks, PERSON, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const dash = useDash()

/** A link with two visits. */
async function visitedLink() {
  const account = await dash.newAccount()
  const [link, other] = await makeLinks(account, [
    { target: 'https://example.com/shared' },
    { target: 'https://example.com/hidden' },
  ])
  if (!link || !other) throw new Error('The links were not created')
  const before = await countedClicks(account)
  for (const { shortlink } of [link, link, other])
    await follow(dash.url, shortlink, { ...PERSON, referer: 'https://news.example/' })
  await expect.poll(() => account.clicks()).toBe(before + 3)
  return { account, link, other }
}

const visits = (page: Page) =>
  page
    .getByRole('tab', { name: /^Visits/ })
    .locator('strong')
    .innerText()

/** The last two buttons of a dialog from left to right, which are in one line. */
async function lastButtons(dialog: Locator) {
  const buttons = await dialog.getByRole('button').all()
  const placed = await Promise.all(
    buttons.slice(-2).map(async (button) => ({ name: await button.innerText(), box: await button.boundingBox() })),
  )
  expect(new Set(placed.map(({ box }) => box?.y)).size).toBe(1)
  return placed.toSorted((one, other) => (one.box?.x ?? 0) - (other.box?.x ?? 0)).map(({ name }) => name)
}

describe('shared statistics', () => {
  it('are shared, read without an account and revoked', async () => {
    const { account, link } = await visitedLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`/dash/links/${link.id}`)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Share statistics' })
      await dialog.getByLabel('Activity').uncheck()
      await dialog.getByLabel('List recent visits').check()
      await expectAccessible(page)
      expect(await lastButtons(dialog)).toEqual(['Close', 'Create page'])
      await dialog.getByRole('button', { name: 'Create page' }).click()
      await dialog.getByRole('button', { name: 'Copy URL' }).click()
      const url = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(await dialog.locator('pre').innerText()).toBe(url)
      const shown = new URL(url).pathname
      await dash.open(async ({ page: visitor }) => {
        await visitor.goto(shown)
        await visitor.getByRole('heading', { name: link.shortlink, level: 1 }).waitFor()
        await expect.poll(() => visits(visitor)).toBe('2')
        await visitor.getByRole('region', { name: 'Sources' }).getByText('news.example').waitFor()
        expect(await visitor.getByRole('region', { name: 'Activity' }).count()).toBe(0)
        const listed = visitor.getByRole('region', { name: 'Recent visits' }).getByRole('listitem')
        await expect.poll(() => listed.count()).toBe(2)
        expect(await listed.first().innerText()).toMatch(/Desktop · Firefox · Linux\s+from news\.example$/)
        expect(await visitor.evaluate('document.cookie')).toBe('')
        await dialog.getByRole('button', { name: 'Revoke' }).click()
        await page.getByText('Page revoked').waitFor()
        // An open page closes when it next asks, as for another period.
        await visitor.getByLabel('Period').selectOption('7d')
        await visitor.getByRole('heading', { name: 'Page not found' }).waitFor()
        await visitor.reload()
        await visitor.getByRole('heading', { name: 'Page not found' }).waitFor()
      })
    })
  })

  it('with a password ask for it, tell a wrong one, and are accessible on both screens', async () => {
    const { account } = await visitedLink()
    const { data } = await account.ask('mutation { createStatShare(password: "correct horse") { url } }')
    await dash.open(async ({ page }) => {
      await page.goto(new URL(data.createStatShare.url).pathname)
      await page.getByLabel('Password').fill('wrong horse')
      await page.keyboard.press('Enter')
      await page.getByText('Wrong password').waitFor()
      await expectGoodOnBothScreens(page)
      await page.getByLabel('Password').fill('correct horse')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'All links', level: 1 }).waitFor()
      await expect.poll(() => visits(page)).toBe('3')
      expect(await page.getByText('Recent visits').count()).toBe(0)
      await page.getByRole('tab', { name: 'Browsers' }).click()
      await page.getByRole('region', { name: 'Devices' }).getByText('Firefox').waitFor()
      await page.getByLabel('Period').selectOption('7d')
      await page.waitForURL('**range=7d')
      // Numbers of another period fade until the new ones are there.
      await expect.poll(() => page.locator('[data-stale], [role=status]:text("Loading")').count()).toBe(0)
      await expectGoodOnBothScreens(page)
    }, PHONE)
  })

  it('are edited under the same URL: cards, recent visits, and a password that is set, kept and removed', async () => {
    const { account, link } = await visitedLink()
    const create = 'mutation ($id: ID) { createStatShare(linkId: $id, expiresAt: "2099-01-31T10:00:00Z") { url } }'
    const { url } = (await account.ask(create, { id: link.id })).data.createStatShare
    const stored = async () => {
      const { data } = await account.ask('{ statShares { cards showVisits hasPassword expiresAt } }')
      return data.statShares[0]
    }
    const expiresAt = '2099-01-31T10:00:00.000Z'
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto(`/dash/links/${link.id}`)
        await page.getByRole('button', { name: 'Share', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'Share statistics' })
        const edit = async (change: () => Promise<unknown>) => {
          await dialog.getByRole('button', { name: 'Edit' }).click()
          await dialog.getByRole('heading', { name: 'Edit page' }).waitFor()
          await change()
          await dialog.getByRole('button', { name: 'Save changes' }).click()
          await dialog.getByRole('button', { name: 'Create page' }).waitFor()
        }
        await edit(async () => {
          await dialog.getByLabel('Activity').uncheck()
          await dialog.getByLabel('Password (optional)').fill('correct horse')
        })
        const cards = ['SOURCES', 'LOCATIONS', 'DEVICES']
        expect(await stored()).toEqual({ cards, showVisits: false, hasPassword: true, expiresAt })
        await edit(async () => {
          await dialog.getByText('Leave empty to keep').waitFor()
          await page.setViewportSize({ width: 375, height: 740 })
          expect(await lastButtons(dialog)).toEqual(['Cancel', 'Save changes'])
          await dialog.getByLabel('List recent visits').check()
          await expectGoodOnBothScreens(page)
        })
        expect(await stored()).toEqual({ cards, showVisits: true, hasPassword: true, expiresAt })
        await edit(async () => {
          await dialog.getByLabel('Remove the password').check()
          await dialog.getByLabel('Available until').fill('')
        })
        expect(await stored()).toEqual({ cards, showVisits: true, hasPassword: false, expiresAt: null })
        await page.goto(new URL(url).pathname)
        await page.getByRole('region', { name: 'Recent visits' }).waitFor()
      },
      PHONE,
    )
  })
})
