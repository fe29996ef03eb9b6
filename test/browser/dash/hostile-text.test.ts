import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { followLink, forgetAnswers, useDash } from '../../support/dash.ts'
import { XSS_PAYLOADS } from '../../support/xss-payloads.ts'
import { readPages } from '../read-pages.ts'
import { PAGES_WITH_TEXT, type Stored } from './hostile-stores.ts'

const dash = useDash()

// Text, because it runs in the browser. Fields hold no ends of lines, and pages wrap what they show.
const SHOWN = `[document.body.textContent, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)]
  .join(' ').replace(/\\s/g, '')`

/** The names of elements and attributes that the page is made of, and the schemes of its addresses, once it shows the texts. */
async function partsOf(page: Page, { path, texts, open }: Stored): Promise<{ names: string[]; schemes: string[] }> {
  if (path.startsWith('/dash/links/')) await followLink(page, path)
  else if (/^\/dash\/nowhere|\?/.test(path)) await page.goto(path)
  else {
    await forgetAnswers(page)
    await followLink(page, path)
  }
  await page.getByRole('heading', { level: 1 }).waitFor()
  await open?.(page)
  for (const text of texts) await expect.poll(() => page.evaluate<string>(SHOWN)).toContain(text.replace(/\s/g, ''))
  return page.evaluate(`(() => {
    const all = [...document.querySelectorAll('*')]
    // The dashboard's own script to drag to the bookmarks bar; it contains no stored text.
    const bookmarklet = "javascript:open('" + location.origin +
      "/dash/new?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))"
    const addresses = ['href', 'src', 'action'].flatMap((name) => all.map((element) => element.getAttribute(name)))
    return {
      names: all.flatMap((element) => [element.localName, ...element.getAttributeNames()]),
      schemes: [...new Set(addresses.filter((one) => one !== null && one !== bookmarklet).map((one) => new URL(one, location.href).protocol))],
    }
  })()`)
}

/** The names of elements and attributes in the payloads, once a browser has read them. */
let hostileNames: readonly string[] | undefined

async function namesOf(context: BrowserContext): Promise<readonly string[]> {
  const parsed = await readPages(await context.newPage(), XSS_PAYLOADS)
  return parsed.flatMap(({ elements, attributes }) => [...elements, ...attributes])
}

it.each(PAGES_WITH_TEXT)('hostile text stays text in $name', async ({ store }) => {
  const account = await dash.newAccount()
  await dash.signedIn(account, async ({ page, context }) => {
    const heard: string[] = []
    page.on('dialog', (dialog) => {
      heard.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== dash.url && !request.url().startsWith('data:')) heard.push(request.url())
    })
    hostileNames ??= await namesOf(context)
    const hostile = new Set(hostileNames)
    await page.goto('/dash')
    for (const one of await store(account, ['harmless', 'also harmless'], dash.url))
      for (const name of (await partsOf(page, one)).names) hostile.delete(name)
    // Else the page has them all by itself, and the test sees nothing.
    expect(hostile).toContain('onerror')
    for (const one of await store(account, XSS_PAYLOADS, dash.url)) {
      const { names, schemes } = await partsOf(page, one)
      expect(names.filter((name) => hostile.has(name))).toEqual([])
      expect(schemes.filter((scheme) => !['http:', 'https:', 'data:', 'blob:'].includes(scheme))).toEqual([])
    }
    expect(heard).toEqual([])
  })
})
