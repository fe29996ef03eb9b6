import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'

/** A safety net, which no test waits for on purpose. */
const LIMIT_MS = 60_000

/** Kept while the worker goes on from file to file. Contexts of one browser share its clipboard, so workers have one each. */
const ofWorker = globalThis as { browserOfTests?: Promise<Browser> }

/** The worker's browser for the tests of one file, which open contexts of their own in it. */
export function useBrowser(): { newContext(options?: BrowserContextOptions): Promise<BrowserContext> } {
  let browser: Browser | undefined
  beforeAll(async () => {
    ofWorker.browserOfTests ??= openBrowser()
    browser = await ofWorker.browserOfTests
  })
  afterAll(() => Promise.all((browser?.contexts() ?? []).map((context) => context.close())))
  return {
    async newContext(options) {
      if (browser === undefined) throw new Error('The browser is started by beforeAll')
      const context = await browser.newContext(options)
      context.setDefaultTimeout(LIMIT_MS)
      return context
    },
  }
}
