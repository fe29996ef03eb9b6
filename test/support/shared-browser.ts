import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'

/** A limit that no test waits for intentionally. */
const LIMIT_MS = 60_000

/**
 * The browser of the worker, which stays open from file to file. Contexts of one browser share its clipboard, so each worker has a separate
 * one.
 */
const ofWorker = globalThis as { browserOfTests?: Promise<Browser> }

/** Provides the worker's browser to the tests of one file, which open separate contexts in it. */
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
