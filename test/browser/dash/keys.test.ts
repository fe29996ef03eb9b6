import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasFocus, makeLinks, useDash } from '../../support/dash.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const dash = useDash()

/** Until the list is out of the page, which is a moment after it is hidden. */
const gone = (page: Page) => page.locator('dialog[popover]').waitFor({ state: 'detached' })

describe('the list of the keys', () => {
  it('is closed by Escape, its button and a click beside it, and gives the focus back', async () => {
    const account = await dash.newAccount()
    await dash.atLinks(account, async ({ page }) => {
      const opener = page.getByRole('button', { name: 'Your account' })
      const item = page.getByRole('button', { name: 'Keyboard shortcuts' })
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await opener.focus()
      for (const close of ['Escape', 'Enter']) {
        await page.keyboard.press('Enter')
        await item.focus()
        await page.keyboard.press('Enter')
        await list.waitFor()
        expect(await hasFocus(list.getByRole('button', { name: 'Close' }))).toBe(true)
        await page.keyboard.press(close)
        await gone(page)
        expect(await hasFocus(opener)).toBe(true)
      }
      await page.keyboard.press('?')
      await list.waitFor()
      await page.mouse.click(5, 795)
      await gone(page)
    })
  })

  it('stays while a key of the page is tried that moves no focus; its own key closes it, and so does a focus elsewhere', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [{ target: 'https://example.com/' }])
    await dash.atLinks(account, async ({ page }) => {
      await page.getByText('1 link', { exact: true }).waitFor()
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await page.keyboard.press('?')
      await list.waitFor()
      await page.keyboard.press('g')
      expect(await list.count()).toBe(1)
      await page.keyboard.press('?')
      await gone(page)
      await page.keyboard.press('?')
      await list.waitFor()
      await page.keyboard.press('j')
      await gone(page)
      expect(await hasFocus(page.locator('[data-main]'))).toBe(true)
      await page.keyboard.press('?')
      await list.waitFor()
      await page.keyboard.press('Shift+Tab')
      await gone(page)
      expect(await page.locator('main :focus, nav :focus').count()).toBe(1)
    })
  })

  it('is accessible on a phone and on a desktop', async () => {
    const account = await dash.newAccount()
    await dash.atLinks(
      account,
      async ({ page }) => {
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
        await expectGoodOnBothScreens(page)
      },
      PHONE,
    )
  })
})

describe('the key c', () => {
  it('leads to the form of a new link with the focus on its address', async () => {
    const account = await dash.newAccount()
    await dash.atLinks(account, async ({ page }) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Domains' }).click()
      await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor()
      await page.keyboard.press('c')
      await page.getByRole('heading', { name: 'New link' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor()
      // The form is loaded now, and has the focus before the browser inserts the character.
      await page.keyboard.press('c')
      await page.getByRole('heading', { name: 'New link' }).waitFor()
      await page.keyboard.type('example.com/by-key')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1 }).getByText(/\//).waitFor()
      const { data } = await account.ask('{ shortlinkConnection { items { target } } }')
      expect(data.shortlinkConnection.items).toEqual([{ target: 'https://example.com/by-key' }])
    })
  })
})
