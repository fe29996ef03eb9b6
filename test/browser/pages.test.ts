import { addBioLink, BIO_THEMES, type BioLink, type BioTheme, createBioPage } from '@shortlink/core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startPublicServer } from '../support/public-server.ts'
import { sampleBioPage } from '../support/sample-bio-page.ts'
import { expectAccessible, expectNoSidewaysScrolling } from './looked-at.ts'

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const SCREENS = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const
const SURROUNDINGS = ['light', 'dark'] as const

let browser: Browser
let server: Awaited<ReturnType<typeof startPublicServer>>

beforeAll(async () => {
  browser = await openBrowser()
  server = await startPublicServer()
  for (const theme of BIO_THEMES) await publish({ slug: theme, theme })
  await publish({ slug: 'empty', links: [] })
  await publish({ slug: 'long', title: 'W'.repeat(200), links: LONG_LINKS })
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

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

describe.each(SCREENS)('on %s', (_name, screen) => {
  it.each(BIO_THEMES)('the theme %s is accessible in light and in dark surroundings', async (theme) => {
    for (const colorScheme of SURROUNDINGS) {
      await visit(`/bio/${theme}`, { ...screen, colorScheme }, async (page, complaints) => {
        await expectAccessible(page)
        await expectNoSidewaysScrolling(page)
        expect(complaints).toEqual([])
      })
    }
  })

  it('an error is accessible in light and in dark surroundings', async () => {
    for (const colorScheme of SURROUNDINGS) {
      await visit('/bio/none', { ...screen, colorScheme }, async (page, complaints) => {
        expect(await page.locator('h1').textContent()).toBe('Bio page not found')
        await expectAccessible(page)
        await expectNoSidewaysScrolling(page)
        // The browser logs the status, and nothing else.
        expect(complaints).toEqual([expect.stringContaining('404')])
      })
    }
  })

  it.each(['empty', 'long'])('the %s page is accessible and does not overflow the window', (slug) =>
    visit(`/bio/${slug}`, screen, async (page) => {
      await expectAccessible(page)
      await expectNoSidewaysScrolling(page)
    }),
  )
})

describe('a bio page', () => {
  it.each(BIO_THEMES)('a bio page is styled under its own policy in the theme %s', (theme) =>
    visit(`/bio/${theme}`, PHONE, async (page) => {
      expect(await styleOf(page, 'nav a', 'display')).toBe('grid')
    }),
  )

  it('a bio page runs no injected script or handler', () =>
    visit('/bio/light', DESKTOP, async (page, complaints) => {
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
    visit('/bio/dark', DESKTOP, async (page) => {
      await page.keyboard.press('Tab')
      expect(await page.locator('a:focus-visible').count()).toBe(1)
      expect(await styleOf(page, 'a:focus-visible', 'outline')).toContain('3px')
    }))

  it("a bio page follows the system's colors in the theme auto only", async () => {
    const ground = (theme: BioTheme, colorScheme: 'light' | 'dark') =>
      visit(`/bio/${theme}`, { ...PHONE, colorScheme }, (page) => styleOf(page, 'html', 'backgroundColor'))
    expect(await ground('auto', 'light')).toBe(await ground('light', 'dark'))
    expect(await ground('auto', 'dark')).toBe(await ground('dark', 'light'))
  })

  it('a bio page requests itself and its icon only', () =>
    visit('/favicon.svg', DESKTOP, async (page) => {
      const asked = new Set<string>()
      page.on('request', (request) => asked.add(request.url()))
      await page.goto(`${server.url}/bio/ocean`, { waitUntil: 'networkidle' })
      asked.delete(`${server.url}/favicon.svg`)
      expect([...asked]).toEqual([`${server.url}/bio/ocean`])
    }))
})
