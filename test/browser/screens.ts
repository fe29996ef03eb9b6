import type { BrowserContextOptions, Page } from 'playwright-core'
import { expectAccessible, expectLandmarksApart, expectNoSidewaysScrolling } from './looked-at.ts'

/** A phone in dark. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 320, height: 640 },
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
}
const TABLET = { width: 768, height: 1024 }
const DESKTOP = { width: 1280, height: 800 }

/**
 * Looks at a page that is open on the {@link PHONE}, and again as on a desktop in light: contrast depends on the theme and not on the width,
 * what fits depends on the width and not on the theme, so each of both is there once. On a tablet, nothing covers anything else.
 */
export async function onBothScreens(page: Page, look: () => Promise<void>) {
  await look()
  const devtools = await page.context().newCDPSession(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(TABLET)
  await drawn(page)
  await expectLandmarksApart(page)
  await page.setViewportSize(DESKTOP)
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...DESKTOP, deviceScaleFactor: 1, mobile: false })
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await drawn(page)
  await look()
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.emulateMedia({ colorScheme: PHONE.colorScheme ?? null })
  await page.setViewportSize(PHONE.viewport ?? DESKTOP)
  await drawn(page)
}

/** The page is accessible on both screens, and scrolls in one direction only. */
export const expectGoodOnBothScreens = (page: Page) =>
  onBothScreens(page, async () => {
    await expectAccessible(page)
    await expectNoSidewaysScrolling(page)
    await expectLandmarksApart(page)
  })

const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
