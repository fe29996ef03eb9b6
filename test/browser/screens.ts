import type { BrowserContextOptions, Page, ViewportSize } from 'playwright-core'
import { expectAccessible, expectLandmarksApart, expectNoSidewaysScrolling } from './looked-at.ts'

/** A phone in dark. */
export const PHONE = {
  viewport: { width: 320, height: 640 },
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions
const TABLET = { width: 768, height: 1024 }
const DESKTOP = { width: 1280, height: 800 }

/**
 * Looks at a page on the {@link PHONE} in dark, and on a desktop in light: contrast depends on the theme and not on the width, what fits
 * depends on the width and not on the theme, so each of both is there once. On a tablet, nothing covers anything else. The page keeps the
 * size and theme that it was opened with.
 */
export async function onBothScreens(page: Page, look: () => Promise<void>) {
  const viewport = page.viewportSize() ?? DESKTOP
  const [isTouch, isDark] = await page.evaluate<[boolean, boolean]>(
    `[navigator.maxTouchPoints > 0, matchMedia('(prefers-color-scheme: dark)').matches]`,
  )
  const devtools = await page.context().newCDPSession(page)
  const show = async (viewport: ViewportSize, colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await drawn(page)
  }
  await show(PHONE.viewport, 'dark')
  await look()
  await show(TABLET, 'light')
  await expectLandmarksApart(page)
  await page.setViewportSize(DESKTOP)
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...DESKTOP, deviceScaleFactor: 1, mobile: false })
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await drawn(page)
  await look()
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isTouch })
  await show(viewport, isDark ? 'dark' : 'light')
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
