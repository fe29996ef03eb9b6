import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { follow } from '../../support/api.ts'
import { followLink, makeLinks, PERSON, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const dash = useDash()
const DAY_MS = 24 * 60 * 60_000

/** A calendar day of the browser's time zone. */
const dayAgo = (days: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(Date.now() - days * DAY_MS)

/** A link with a visit. */
async function visitedLink() {
  const account = await dash.newAccount()
  const [link] = await makeLinks(account, [{ target: 'https://example.com/own' }])
  if (link === undefined) throw new Error('The link was not created')
  await follow(dash.url, link.shortlink, PERSON)
  await expect.poll(() => account.clicks()).toBe(1)
  const stored = async () =>
    (await account.ask('{ annotations { linkId date text } }')).data.annotations as readonly object[]
  const add = (date: string, text: string, linkId: string | null = null) =>
    account.ask(
      'mutation ($linkId: ID, $date: String!, $text: String!) { createAnnotation(linkId: $linkId, date: $date, text: $text) { id } }',
      { linkId, date, text },
    )
  return { account, link, path: `/dash/links/${link.id}`, stored, add }
}

const marker = (page: Page, text: RegExp) =>
  page.getByRole('list', { name: 'Annotations' }).getByRole('button', { name: text })
const centerOf = async (page: Page, text: RegExp) => {
  const box = await marker(page, text).boundingBox()
  return box && box.x + box.width / 2
}

it('an annotation is added, moved, deleted and restored by keyboard, and the table lists it', async () => {
  const { account, link, path, stored } = await visitedLink()
  await dash.signedIn(account, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Add annotation' }).click()
    expect(await page.getByLabel('Date').inputValue()).toBe(dayAgo(0))
    await page.getByLabel('Text').fill('Newsletter sent')
    await page.keyboard.press('Enter')
    await marker(page, /^Annotation, .*: Newsletter sent$/).waitFor()
    expect(await stored()).toEqual([{ linkId: link.id, date: dayAgo(0), text: 'Newsletter sent' }])
    await page.getByRole('slider').focus()
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: 1.*; Newsletter sent$/)

    const today = (await centerOf(page, /Newsletter/)) ?? 0
    await marker(page, /Newsletter/).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Edit annotation: Newsletter sent')
    await page.keyboard.press('Enter')
    await page.getByLabel('Text').fill('Press release')
    await page.getByLabel('Date').fill(dayAgo(15))
    await page.getByRole('button', { name: 'Save' }).click()
    await marker(page, /Press release/).waitFor()
    expect(await stored()).toEqual([{ linkId: link.id, date: dayAgo(15), text: 'Press release' }])
    const slider = await page.getByRole('slider').boundingBox()
    const barWidth = (slider?.width ?? 0) / 30
    expect((today - ((await centerOf(page, /Press/)) ?? 0)) / barWidth).toBeCloseTo(15, 0)

    await page.getByText('View as table').click()
    await page.getByRole('columnheader', { name: 'Annotations' }).waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Press release' }).count()).toBe(1)

    await marker(page, /Press release/).click()
    await page.getByRole('button', { name: 'Delete annotation: Press release' }).click()
    await page.getByText('Annotation deleted').waitFor()
    expect(await stored()).toEqual([])
    await expect.poll(() => marker(page, /Press release/).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await marker(page, /Press release/).waitFor()
    expect(await stored()).toEqual([{ linkId: link.id, date: dayAgo(15), text: 'Press release' }])
  })
})

it("the account's annotations show on each chart, a link's own only on its chart, and none on shared pages", async () => {
  const { account, link, path, stored, add } = await visitedLink()
  await add(dayAgo(20), 'Rebranding')
  await add(dayAgo(10), 'Flyers', link.id)
  const shared = await account.ask('mutation { createStatShare { url } }')
  await dash.signedIn(account, async ({ page }) => {
    const isWeak = async (text: RegExp) => (await marker(page, text).locator('[data-weak]').count()) === 1
    await page.goto(path)
    await marker(page, /Flyers/).waitFor()
    expect([await isWeak(/Rebranding/), await isWeak(/Flyers/)]).toEqual([true, false])
    await marker(page, /Rebranding/).click()
    expect(await page.locator(':popover-open').innerText()).toContain('All links')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Add annotation' }).click()
    await page.getByLabel('Text').fill('Sale')
    await page.getByLabel('Show on').selectOption('All links')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await marker(page, /Sale/).waitFor()
    expect(await stored()).toContainEqual({ linkId: null, date: dayAgo(0), text: 'Sale' })

    // On bars of a week and of an hour.
    const lastBar = () => page.getByRole('slider').getAttribute('aria-valuemax')
    for (const range of ['12m', '24h']) {
      const before = await lastBar()
      await followLink(page, `${path}?range=${range}`)
      await expect.poll(lastBar).not.toBe(before)
      await marker(page, /Sale/).waitFor()
    }
    expect(await marker(page, /Flyers/).count()).toBe(0)

    await followLink(page, '/dash/visits')
    await marker(page, /Rebranding/).waitFor()
    expect(await isWeak(/Rebranding/)).toBe(false)
    expect(await marker(page, /Flyers/).count()).toBe(0)

    await page.goto(shared.data.createStatShare.url)
    await page.getByRole('slider').waitFor()
    expect(await page.getByText(/Rebranding|annotation/i).count()).toBe(0)
  })
})

it('flags that would overlap are one; both screens show them, their texts and the dialog', async () => {
  const { account, link, path, add } = await visitedLink()
  for (const days of [0, 1, 2])
    await add(dayAgo(days), `Step ${days} of ${'a campaign with a long name '.repeat(2)}`, link.id)
  await add(dayAgo(20), 'Rebranding')
  await dash.signedIn(
    account,
    async ({ page }) => {
      await page.goto(path)
      await marker(page, /^3 annotations, .*Step 2.*Step 1.*Step 0/).click()
      await page.locator(':popover-open').getByText('Step 0').waitFor()
      await expectGoodOnBothScreens(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add annotation' }).click()
      await page.getByLabel('Text').waitFor()
      await expectAccessible(page)
    },
    PHONE,
  )
})
