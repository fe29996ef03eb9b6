import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, beforeAll, inject, vi } from 'vitest'

/** A safety net, which no test waits for on purpose. */
const LIMIT_MS = 60_000

async function connect(): Promise<Browser> {
  const response = await fetch(`${inject('browserUrl')}/${process.env.VITEST_POOL_ID}`)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return chromium.connect(answer)
}

/** The worker's browser for the tests of one file, which open contexts of their own in it. */
export function useBrowser(): { newContext(options?: BrowserContextOptions): Promise<BrowserContext> } {
  let browser: Browser | undefined
  // Several steps of a test may each need their time.
  vi.setConfig({ testTimeout: 4 * LIMIT_MS })
  beforeAll(async () => {
    browser = await connect()
  })
  // Closes the contexts; the browser goes on.
  afterAll(() => browser?.close())
  return {
    async newContext(options) {
      if (browser === undefined) throw new Error('The browser is connected to by beforeAll')
      const context = await browser.newContext(options)
      context.setDefaultTimeout(LIMIT_MS)
      return context
    },
  }
}
