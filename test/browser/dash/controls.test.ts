import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { followLink, hasFocus, makeLinks, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'

const dash = useDash()

async function withLinks(count: number, work: (page: Page) => Promise<void>, viewport = { width: 1280, height: 800 }) {
  const account = await dash.newAccount()
  const inputs = Array.from({ length: count }, (_, index) => ({ target: `https://example.com/${index}` }))
  await makeLinks(account, inputs)
  await dash.atLinks(
    account,
    async ({ page }) => {
      await page.getByText(`${count} links`, { exact: true }).waitFor()
      await work(page)
    },
    { viewport },
  )
}

/** Whether the window contains the whole element, and nothing covers its center. */
const isInWindow = (element: Locator) =>
  element.evaluate((node) => {
    const { top, left, bottom, right } = node.getBoundingClientRect()
    const view = node.ownerDocument.defaultView
    const inside = top >= 0 && left >= 0 && bottom <= (view?.innerHeight ?? 0) && right <= (view?.innerWidth ?? 0)
    return inside && node.contains(node.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  })

/** Makes the page work as in a browser without CSS anchors. */
const WITHOUT_ANCHORS = `{
  CSS.supports = () => false
  const style = new CSSStyleSheet()
  style.replaceSync('[popover] { position-area: none !important; position-try-fallbacks: none !important }')
  document.adoptedStyleSheets.push(style)
}`

const openMenu = (page: Page) => page.locator('[popover=auto]:popover-open')
const menuButton = (page: Page, row: number) => page.locator(`[data-row="${row}"] [popovertarget]`)

describe('a menu', () => {
  it('opens inside a window of any size from each row', async () => {
    await withLinks(9, async (page) => {
      for (const hasAnchors of [true, false]) {
        if (!hasAnchors) await page.evaluate(WITHOUT_ANCHORS)
        for (const [width, height] of [
          [1280, 800],
          [375, 740],
          [640, 400],
        ] as const) {
          await page.setViewportSize({ width, height })
          // Only rows near the window are in the document.
          await page.evaluate('scrollTo(0, 0)')
          for (let row = 0; row < 9; row++) {
            await menuButton(page, row).click()
            await expect.poll(() => openMenu(page).getByRole('link', { name: 'Edit' }).count()).toBe(1)
            const isInside = await isInWindow(openMenu(page))
            expect({ width, hasAnchors, row, isInside }).toEqual({ width, hasAnchors, row, isInside: true })
            await page.keyboard.press('Escape')
            await openMenu(page).waitFor({ state: 'detached' })
          }
        }
      }
    })
  })

  it('moves its focus by arrow keys, Home, End and letters; Tab closes it, Escape gives the focus back', async () => {
    await withLinks(2, async (page) => {
      const opener = menuButton(page, 0)
      const at = (name: string) =>
        expect.poll(() => hasFocus(openMenu(page).getByText(name, { exact: true }))).toBe(true)
      await opener.focus()
      await page.keyboard.press('ArrowDown')
      await at('Copy')
      await expectAccessible(page)
      for (const [key, name] of [
        ['ArrowDown', 'Visits'],
        ['ArrowUp', 'Copy'],
        ['ArrowUp', 'Delete'],
        ['Home', 'Copy'],
        ['End', 'Delete'],
        ['e', 'Edit'],
        ['r', 'Rules'],
        ['#', 'Rules'],
      ] as const) {
        await page.keyboard.press(key)
        await at(name)
      }
      await page.keyboard.press('Escape')
      await openMenu(page).waitFor({ state: 'detached' })
      expect(await hasFocus(opener)).toBe(true)
      await page.keyboard.press('Enter')
      await at('Copy')
      await page.keyboard.press('Tab')
      await openMenu(page).waitFor({ state: 'detached' })
      expect(await page.locator('main :focus').count()).toBe(1)
      expect(await hasFocus(opener)).toBe(false)
    })
  })
})

describe('the palette', () => {
  it('keeps its selection in view, from the last choice to the first', async () => {
    await withLinks(2, async (page) => {
      await page.keyboard.press('Control+k')
      const selected = page.getByRole('dialog').getByRole('option', { selected: true })
      await page.keyboard.press('ArrowUp')
      await selected.getByText('Sign out').waitFor()
      expect(await isInWindow(selected)).toBe(true)
      await expectAccessible(page)
      await page.keyboard.press('ArrowDown')
      await selected.getByText('Links').waitFor()
      expect(await isInWindow(selected)).toBe(true)
    })
  })
})

describe('a tooltip', () => {
  it('names an icon under the mouse or with the keyboard focus, inside the window, until Escape', async () => {
    await withLinks(2, async (page) => {
      const tooltip = page.locator('[role=tooltip]')
      const button = page.locator('[data-row="0"]').getByRole('button', { name: /^Copy/ })
      await button.hover()
      await tooltip.waitFor()
      expect(await tooltip.innerText()).toBe(await button.getAttribute('aria-label'))
      await page.mouse.move(0, 0)
      await tooltip.waitFor({ state: 'detached' })
      await page.locator('[data-row="0"] [data-main]').focus()
      await page.keyboard.press('Tab')
      await tooltip.waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await tooltip.waitFor({ state: 'detached' })
    })
  })
})

it('select, checkbox and file field look the same in every browser: drawn by the dashboard', async () => {
  await withLinks(2, async (page) => {
    const style = (selector: string, name: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`)
    expect(await style('main select', 'appearance')).not.toBe('auto')
    expect(await style('main select', 'backgroundImage')).toContain('svg')
    expect(await style('[data-row] input[type=checkbox]', 'appearance')).toBe('none')
  })
})

it("the search field's hint fits on a phone", async () => {
  const overflow = `((field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font })
    return pen.measureText(field.placeholder).width + parseFloat(paddingLeft) + parseFloat(paddingRight) - field.clientWidth
  })(document.querySelector('main input[type=search]'))`
  await withLinks(2, async (page) => expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0), {
    width: 375,
    height: 740,
  })
})

describe('the frame', () => {
  it('names the account, opens its menu inside the window, and changes the appearance', async () => {
    await withLinks(2, async (page) => {
      const opener = page.getByRole('button', { name: 'Your account' })
      await opener.getByText(/@/).waitFor()
      await opener.click()
      await openMenu(page)
        .getByText(/^shortlink \d/)
        .waitFor()
      expect(await isInWindow(openMenu(page))).toBe(true)
      await expectAccessible(page)
      await openMenu(page).getByRole('button', { name: 'Dark' }).click()
      await expect
        .poll(() => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme'))
        .toBe('dark')
      await page.getByRole('button', { name: /^Search/ }).click()
      await page.getByRole('combobox', { name: 'Search or go to' }).waitFor()
    })
  })

  it('has five places on a phone, and the others in a menu inside the window', async () => {
    await withLinks(
      2,
      async (page) => {
        const bar = page.getByRole('navigation', { name: 'Main' })
        expect(await bar.getByRole('listitem').filter({ visible: true }).count()).toBe(5)
        await bar.getByRole('button', { name: 'More' }).click()
        await openMenu(page).getByRole('link', { name: 'Settings' }).waitFor()
        expect(await isInWindow(openMenu(page))).toBe(true)
        await expectAccessible(page)
        await openMenu(page).getByRole('link', { name: 'Webhooks' }).click()
        await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
      },
      { width: 375, height: 740 },
    )
  })

  it('has its heading at the same place on every page, and a line while a page loads', async () => {
    await withLinks(2, async (page) => {
      const heading = page.getByRole('heading', { level: 1 })
      const link = await page.locator('[data-main]').first().getAttribute('href')
      const paths = [link ?? '', '/dash/visits', '/dash/settings', '/dash/settings/import', '/dash/domains', '/dash']
      for (const width of [480, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const middles = new Set<number | undefined>()
        for (const path of paths) {
          const before = await heading.innerText()
          await followLink(page, path)
          await expect.poll(() => heading.innerText()).not.toBe(before)
          const box = await heading.boundingBox()
          middles.add(box === null ? undefined : Math.round(box.y + box.height / 2))
        }
        expect([...middles]).toHaveLength(1)
      }
      await page.route('**/graphql', () => {})
      await page.getByRole('navigation').getByRole('link', { name: 'Bio pages' }).click()
      await page.locator('[data-progress]').waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  })
})
