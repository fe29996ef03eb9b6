import type { EventEmitter } from 'node:events'
import type { BrowserContext, Page } from 'playwright-core'

export interface Opened {
  readonly page: Page
  readonly context: BrowserContext
}

/**
 * Keeps one page for the tests of a file, which use it one after the other: loading the dashboard in a new context and page takes twice the
 * CPU. Each test gets it without cookies, storage, listeners, routes and other pages of earlier tests. `origin` is the one whose storage is
 * cleared; a page that has visited another one is not kept.
 */
export function keepPage(open: () => Promise<Opened>, origin: () => string) {
  let kept: Opened | undefined
  const isSpent = new WeakSet<Opened>()

  async function openOne(): Promise<Opened> {
    const opened = await open()
    watchLasting(opened, () => isSpent.add(opened))
    return opened
  }

  return {
    /** Returns the kept page, or a new one if a test has it or spent it. */
    async take(): Promise<Opened> {
      const opened = kept ?? (await openOne())
      kept = undefined
      opened.page.on('framenavigated', (frame) => {
        const url = frame.url()
        if (frame === opened.page.mainFrame() && url !== 'about:blank' && !url.startsWith(`${origin()}/`))
          isSpent.add(opened)
      })
      return opened
    },
    /** Keeps the page for the next test. Closes it if it cannot be reset. */
    async giveBack(opened: Opened): Promise<void> {
      if (kept !== undefined || isSpent.has(opened) || opened.page.isClosed()) return opened.context.close()
      await reset(opened)
      kept = opened
    },
  }
}

/** Playwright listens to these itself. */
const ENDS = ['close', 'crash']

async function reset({ page, context }: Opened) {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const emitter of [page, context]) {
    const events = (emitter as unknown as EventEmitter).eventNames().filter((name) => !ENDS.includes(String(name)))
    for (const event of events) emitter.removeAllListeners(String(event))
    await emitter.unrouteAll({ behavior: 'ignoreErrors' })
  }
  await context.setOffline(false)
  // Ends the old page's requests and timers; a page of the same origin keeps the process.
  await page.goto('/healthz')
  await context.clearCookies()
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
}

/** Calls `onLasting` before calls whose effect the reset does not undo. */
function watchLasting({ page, context }: Opened, onLasting: () => void) {
  watch(page, ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction'], onLasting)
  watch(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions'], onLasting)
  watch(context.clock, ['install', 'setFixedTime', 'setSystemTime'], onLasting)
}

function watch<T extends object>(target: T, names: readonly (keyof T)[], onCall: () => void) {
  for (const name of names) {
    const call = target[name] as (...given: unknown[]) => unknown
    const watched = (...given: unknown[]) => {
      onCall()
      return call.apply(target, given)
    }
    Object.assign(target, { [name]: watched })
  }
}
