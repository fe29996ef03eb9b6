import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** WCAG 2.2 AA, as far as axe can tell. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: '0' }) })
    // Otherwise each look opens a page of its own, for frames of other origins, of which there are none.
    .setLegacyMode(true)
    // Before the tags, which it would replace.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/** Whether an earlier look has left axe in the page and its frames: to load it takes longer than to look. */
async function hasAxe(page: Page): Promise<boolean> {
  // A frame may be reloading.
  const types = await Promise.all(page.frames().map((frame) => frame.evaluate('typeof axe').catch(() => 'undefined')))
  return types.every((type) => type === 'object')
}

/**
 * The page is the mirror image of itself where text runs from right to left, as in Arabic, and then scrolls in one direction only. Its words
 * stay those of English.
 */
export async function expectMirrored(page: Page) {
  const controls = () => page.evaluate<readonly Placed[]>(CONTROLS)
  const before = await controls()
  await page.evaluate("document.documentElement.dir = 'rtl'")
  const after = await controls()
  const wrong = before.filter(({ start }, at) => Math.abs((after[at]?.end ?? Number.NaN) - start) > 1)
  expect(wrong).toEqual([])
  await expectNoSidewaysScrolling(page)
  await page.evaluate("document.documentElement.dir = 'ltr'")
}

interface Placed {
  readonly html: string
  /** Pixels from the left edge of the window. */
  readonly start: number
  /** Pixels to its right edge. */
  readonly end: number
}

/** Text, because it runs in the browser. */
const CONTROLS = `[...document.querySelectorAll('nav, h1, h2, a, button, input, select, summary')]
  .map((element) => ({ element, box: element.getBoundingClientRect() }))
  .filter(({ element, box }) => element.checkVisibility() && box.width > 0)
  .map(({ element, box }) => ({
    html: element.outerHTML.slice(0, 200),
    start: box.left,
    end: document.documentElement.clientWidth - box.right,
  }))`

export async function expectNoSidewaysScrolling(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  )
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}
