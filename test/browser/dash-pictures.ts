import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const DESKTOP = { width: 1240, height: 760 }
const PHONE = { width: 360, height: 776 }
/** The account of the demo. */
const EMAIL = 'ada@example.com'
const PASSWORD = 'engine number nine'

/** Pictures of the dashboard with the demo's data, by the name of their file. */
export async function takeDashPictures(browser: Browser, url: string): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  for (const [name, colorScheme, show] of PICTURES)
    pictures.set(name, await taken(browser, url, { viewport: DESKTOP, colorScheme }, show))
  const phones: Buffer[] = []
  for (const show of PHONES) phones.push(await taken(browser, url, { viewport: PHONE, deviceScaleFactor: 2 }, show))
  pictures.set('dash-phones.png', await sideBySide(browser, phones))
  return pictures
}

/** Signs in, goes where the picture is taken, and takes it. */
async function taken(browser: Browser, url: string, options: BrowserContextOptions, show: Show): Promise<Buffer> {
  const context = await browser.newContext({ locale: 'en-US', baseURL: url, ...options })
  const page = await context.newPage()
  await page.goto('/dash')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('img').nth(3).waitFor()
  await show(page)
  const picture = await page.screenshot()
  await context.close()
  return picture
}

type Show = (page: Page) => Promise<unknown>

const openLink = async (page: Page, tab?: string) => {
  await page.locator('[data-main]', { hasText: /sale$/ }).click()
  if (tab !== undefined) await page.getByRole('link', { name: tab, exact: true }).click()
}

const PICTURES: readonly (readonly [name: string, colors: 'light' | 'dark', show: Show])[] = [
  ['dash-links.png', 'light', (page) => page.getByRole('heading', { name: 'Links' }).waitFor()],
  [
    'dash-visits.png',
    'dark',
    async (page) => {
      await openLink(page)
      await page.getByRole('region', { name: 'Locations' }).locator('svg').first().waitFor()
      await page.locator('td[data-step]').first().waitFor()
    },
  ],
  [
    'dash-rules.png',
    'light',
    async (page) => {
      await openLink(page, 'Rules')
      await page.getByRole('region', { name: 'Simulator' }).getByLabel('Country').selectOption('AT')
      await page.locator('[data-winner="0"]').waitFor()
    },
  ],
]

/** Links, the editor of a bio page and a QR code. */
const PHONES: readonly Show[] = [
  (page) => page.getByRole('heading', { name: 'Links' }).waitFor(),
  async (page) => {
    await page.goto('/dash/bio')
    await page.getByRole('main').getByRole('link', { name: /Ada/ }).first().click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByRole('link').first().waitFor()
  },
  async (page) => {
    await openLink(page, 'QR code')
    await page.getByRole('img', { name: /QR/ }).waitFor()
  },
]

async function sideBySide(browser: Browser, phones: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1240, height: 760 } })
  const images = phones.map((phone) => `<img src="data:image/png;base64,${phone.toString('base64')}">`).join('')
  await page.setContent(`<style>
    body { margin: 0; height: 760px; display: flex; align-items: center; justify-content: center; gap: 44px; background: #e4e7ee }
    img { width: 320px; height: 690px; border: 8px solid #10151f; border-radius: 30px }
  </style>${images}`)
  const picture = await page.screenshot()
  await page.close()
  return picture
}
