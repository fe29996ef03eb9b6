import { expect, it } from 'vitest'
import { followLink, makeLinks, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const dash = useDash()

it('filters and order are saved under a name, opened from menu and palette, replaced, renamed, deleted and restored', async () => {
  const account = await dash.newAccount()
  await makeLinks(account, [
    { target: 'https://example.com/apples', tags: ['fruit'] },
    { target: 'https://example.com/nails' },
  ])
  const saved = async () =>
    (await account.ask('{ savedViews { name sort filter { tags createdTo } } }')).data.savedViews as object[]
  await dash.atLinks(account, async ({ page }) => {
    await page.getByText('2 links', { exact: true }).waitFor()
    const menu = (name: string) => page.getByRole('button', { name, exact: true })
    const choose = async (of: string, choice: string) => {
      await menu(of).click()
      await page.locator(':popover-open').getByText(choice, { exact: true }).click()
    }
    expect(await menu('Views').count()).toBe(0)

    await followLink(page, '/dash?tag=fruit&sort=OLDEST')
    await page.getByText('1 link', { exact: true }).waitFor()
    await choose('Views', 'Save this view')
    await page.getByRole('textbox', { name: 'Name' }).fill('Fruit')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await menu('View: Fruit').waitFor()
    expect(await saved()).toEqual([{ name: 'Fruit', sort: 'OLDEST', filter: { tags: ['fruit'], createdTo: null } }])

    await page.getByRole('button', { name: 'fruit, remove filter' }).click()
    await page.getByText('2 links', { exact: true }).waitFor()
    await choose('Views', 'Fruit')
    await page.waitForURL('**/dash?sort=OLDEST&tag=fruit')
    await menu('View: Fruit').waitFor()

    await followLink(page, '/dash?tag=fruit&to=2026-01-31')
    await choose('Views', 'Save this view')
    await page.getByRole('textbox', { name: 'Name' }).fill('fruit')
    await page.getByText('Replaces the filters and the sort order of Fruit.').waitFor()
    await page.getByRole('button', { name: 'Replace' }).click()
    await menu('View: fruit').waitFor()
    // The whole last day in the viewer's time zone.
    const filter = { tags: ['fruit'], createdTo: '2026-01-31T23:00:00.000Z' }
    expect(await saved()).toEqual([{ name: 'fruit', sort: 'NEWEST', filter }])

    await choose('View: fruit', 'Rename view')
    await page.getByRole('textbox', { name: 'Name' }).fill('Old fruit')
    await page.keyboard.press('Enter')
    await menu('View: Old fruit').waitFor()
    await followLink(page, '/dash/domains')
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('old fr')
    await page.getByRole('option', { name: /^Old fruit/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dash?tag=fruit&to=2026-01-31')

    await choose('View: Old fruit', 'Delete view')
    await page.getByText('View Old fruit deleted').waitFor()
    expect(await saved()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await menu('View: Old fruit').waitFor()
    expect(await saved()).toEqual([{ name: 'Old fruit', sort: 'NEWEST', filter }])
  })
})

it('the menu fits both screens and marks the shown view', async () => {
  const account = await dash.newAccount()
  await makeLinks(account, [{ target: 'https://example.com/', tags: ['fruit'] }])
  await account.ask(`mutation {
    fruit: createSavedView(name: "Fruit", filter: { tags: ["fruit"] }) { id }
    long: createSavedView(name: "${'All links with a long name '.repeat(2)}", filter: {}) { id }
  }`)
  await dash.signedIn(
    account,
    async ({ page }) => {
      await page.goto('/dash?tag=fruit')
      await page.getByRole('button', { name: 'View: Fruit' }).click()
      const shown = page.locator(':popover-open a[aria-current]')
      expect(await shown.allInnerTexts()).toEqual(['Fruit'])
      await expectGoodOnBothScreens(page)
    },
    PHONE,
  )
})
