import { addBioLink, BIO_THEMES, type BioLink, type BioTheme, createBioPage } from '@shortlink/core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPublicServer } from '../support/public-server.ts'
import { sampleBioPage } from '../support/sample-bio-page.ts'
import { useBrowser } from '../support/shared-browser.ts'
import { expectGoodOnBothScreens, PHONE } from './screens.ts'

const browser = useBrowser()
let server: Awaited<ReturnType<typeof startPublicServer>>

beforeAll(async () => {
  server = await startPublicServer()
  for (const theme of BIO_THEMES) await publish({ slug: theme, theme })
  await publish({ slug: 'empty', links: [] })
  await publish({ slug: 'long', title: 'W'.repeat(200), links: LONG_LINKS })
})
afterAll(() => server?.close())

const LONG_LINKS = [
  { label: 'W'.repeat(200), url: `https://${'w'.repeat(60)}.example/` },
  { label: 'مرحبا بالعالم', url: 'https://example.com/' },
  { label: null, url: `mailto:${'m'.repeat(200)}@example.com` },
]

async function publish({
  links = sampleBioPage().links,
  ...page
}: {
  slug: string
  title?: string
  theme?: BioTheme
  links?: readonly Pick<BioLink, 'label' | 'url'>[]
}) {
  const { app, user } = server
  const { id } = (await app.run(createBioPage, user, { title: 'Marta Vidal', ...page }))._unsafeUnwrap()
  for (const { label, url } of links) {
    ;(await app.run(addBioLink, user, { bioPageId: id, label, url }))._unsafeUnwrap()
  }
}

/** Opens a path, looks at it, closes it again. What the browser complained of meanwhile is in `complaints`. */
async function visit<T>(
  path: string,
  options: BrowserContextOptions,
  look: (page: Page, complaints: readonly string[]) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(server.url + path)
  try {
    return await look(page, complaints)
  } finally {
    await context.close()
  }
}

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)

describe('on a phone and on a desktop', () => {
  it.each(BIO_THEMES)('the theme %s is styled and accessible, in light and in dark surroundings', (theme) =>
    visit(`/bio/${theme}`, PHONE, async (page, complaints) => {
      await expectGoodOnBothScreens(page)
      expect(complaints).toEqual([])
      // Under the page's own policy.
      expect(await styleOf(page, 'nav a', 'display')).toBe('grid')
    }),
  )

  it('an error is accessible in light and in dark surroundings', () =>
    visit('/bio/none', PHONE, async (page, complaints) => {
      expect(await page.locator('h1').textContent()).toBe('Bio page not found')
      await expectGoodOnBothScreens(page)
      // The browser logs the status, and nothing else.
      expect(complaints).toEqual([expect.stringContaining('404')])
    }))

  it.each(['empty', 'long'])('the %s page is accessible and does not overflow the window', (slug) =>
    visit(`/bio/${slug}`, PHONE, expectGoodOnBothScreens),
  )
})

describe('a bio page', () => {
  it('a bio page runs no injected script or handler', () =>
    visit('/bio/light', {}, async (page, complaints) => {
      await page.evaluate(`
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'document.title = "run"' }))
        document.body.insertAdjacentHTML('beforeend', '<b onclick="document.title = \\'run\\'" id="handler">x</b>')
        document.getElementById('handler').click()`)
      expect(await page.title()).toBe('Marta Vidal')
      expect(complaints.filter((text) => text.includes('Content Security Policy'))).toHaveLength(2)
    }))

  it('a bio page has touch targets of sufficient size and distance', () =>
    visit('/bio/light', PHONE, async (page) => {
      const boxes = await page.evaluate<{ top: number; bottom: number }[]>(
        `[...document.querySelectorAll('nav a')].map((link) => link.getBoundingClientRect().toJSON())`,
      )
      expect(boxes).toHaveLength(6)
      for (const [index, { top, bottom }] of boxes.entries()) {
        expect(bottom - top).toBeGreaterThanOrEqual(48)
        expect(top - (boxes[index - 1]?.bottom ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(8)
      }
    }))

  it('a bio page shows the keyboard focus', () =>
    visit('/bio/dark', {}, async (page) => {
      await page.keyboard.press('Tab')
      expect(await page.locator('a:focus-visible').count()).toBe(1)
      expect(await styleOf(page, 'a:focus-visible', 'outline')).toContain('3px')
    }))

  it("a bio page follows the system's colors in the theme auto only", async () => {
    const grounds = (theme: BioTheme) =>
      visit(`/bio/${theme}`, PHONE, async (page) => {
        const dark = await styleOf(page, 'html', 'backgroundColor')
        await page.emulateMedia({ colorScheme: 'light' })
        return { dark, light: await styleOf(page, 'html', 'backgroundColor') }
      })
    const [auto, light, dark] = [await grounds('auto'), await grounds('light'), await grounds('dark')]
    expect(auto).toEqual({ light: light.dark, dark: dark.light })
  })

  it('a bio page requests itself and its icon only', () =>
    visit('/favicon.svg', {}, async (page) => {
      const asked = new Set<string>()
      page.on('request', (request) => asked.add(request.url()))
      await page.goto(`${server.url}/bio/ocean`, { waitUntil: 'networkidle' })
      asked.delete(`${server.url}/favicon.svg`)
      expect([...asked]).toEqual([`${server.url}/bio/ocean`])
    }))
})
