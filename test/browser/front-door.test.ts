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

describe.each(['open', 'closed'])('with SIGNUP=%s', (signUp) => {
  const server = useTestServer({ settings: { SIGNUP: signUp } })

  it.each([
    ['/dash', 320],
    ['/dash', 1280],
    ['/graphql', 320],
    ['/graphql', 1280],
  ])('the page at %s is accessible and fits %i pixels, in light and in dark surroundings', async (path, width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(server.url + path)
      const wrapping = await page.evaluate("getComputedStyle(document.querySelector('pre')).whiteSpace")
      expect(wrapping).toBe('pre-wrap')
      await expectAccessible(page)
      await expectNoSidewaysScrolling(page)
      expect(complaints).toEqual([])
      await context.close()
    }
  })
})
