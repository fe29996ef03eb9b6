import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** WCAG 2.2 AA, as far as axe can tell. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // Otherwise each look opens a page of its own, for frames of other origins, of which there are none.
    .setLegacyMode(true)
    // Before the tags, which it would replace.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

export async function expectNoSidewaysScrolling(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  )
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}
