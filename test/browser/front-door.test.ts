import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { useTestServer } from '../support/server.ts'
import { expectAccessible, expectNoSidewaysScrolling } from './looked-at.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe('the page at /graphql', () => {
  const server = useTestServer()

  it.each([320, 1280])('is accessible and fits %i pixels, in light and in dark surroundings', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(`${server.url}/graphql`)
      const wrapping = await page.evaluate("getComputedStyle(document.querySelector('pre')).whiteSpace")
      expect(wrapping).toBe('pre-wrap')
      await expectAccessible(page)
      await expectNoSidewaysScrolling(page)
      expect(complaints).toEqual([])
      await context.close()
    }
  })
})
