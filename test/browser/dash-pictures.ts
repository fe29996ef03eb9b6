import type { Browser, Page } from 'playwright-core'

const DESKTOP = { width: 1240, height: 760 }
/** The account of the demo. */
const EMAIL = 'ada@example.com'
const PASSWORD = 'engine number nine'

/** Pictures of the dashboard with the demo's data, by the name of their file. */
export async function takeDashPictures(browser: Browser, url: string): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  for (const [name, colorScheme, show] of PICTURES) {
    const context = await browser.newContext({ viewport: DESKTOP, colorScheme, locale: 'en-US', baseURL: url })
    const page = await context.newPage()
    await page.goto('/dash')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('img').nth(3).waitFor()
    await show(page)
    pictures.set(name, await page.screenshot())
    await context.close()
  }
  return pictures
}

const PICTURES: readonly (readonly [name: string, colors: 'light' | 'dark', show: (page: Page) => Promise<unknown>])[] =
  [
    ['dash-links.png', 'light', (page) => page.getByRole('heading', { name: 'Links' }).waitFor()],
    [
      'dash-visits.png',
      'dark',
      async (page) => {
        await page.getByRole('link', { name: /\/sale$/ }).click()
        await page.getByRole('region', { name: 'Countries' }).waitFor()
      },
    ],
  ]
