import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { follow, type newAccount } from '../../support/api.ts'
import { makeLinks, PERSON, useDash } from '../../support/dash.ts'
import { XSS_PAYLOADS } from '../../support/xss-payloads.ts'
import { readPages } from '../read-pages.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

/** A page and the texts that it must show. */
interface Stored {
  readonly path: string
  readonly texts: readonly string[]
}

/** What a title holds. */
const TITLE_LENGTH = 500
const LABEL_LENGTH = 200
const TAG_LENGTH = 50
/** Fewer than the rows of a breakdown, of which unknown and harmless values take some. */
const SHOWN_VALUES = 6

/** The payloads, several in a text of at most this length. */
function packed(payloads: readonly string[], length: number): string[] {
  const texts = ['']
  for (const payload of payloads.filter((one) => one.length <= length)) {
    const more = `${texts.at(-1)} ${payload}`.trim()
    if (more.length <= length) texts[texts.length - 1] = more
    else texts.push(payload)
  }
  return texts
}

const targetOf = (text: string) => `https://example.com/?q=${encodeURIComponent(text)}`

/** A link with the text wherever a link holds some. */
const linkWith = (text: string) => ({
  ...{ target: targetOf(text), title: text, note: text, tags: [text.slice(0, TAG_LENGTH)] },
  preview: { title: text.slice(0, LABEL_LENGTH), description: text },
  utm: { source: text.slice(0, LABEL_LENGTH), campaign: text.slice(0, LABEL_LENGTH) },
  rules: [
    { type: 'query', value: `src=${text}`, target: targetOf(text) },
    { type: 'referrer', value: 'example.com', target: targetOf(text) },
  ],
})

/** Makes a link for each text, and returns the page of each below this path. */
async function linkPages(account: Account, payloads: readonly string[], page: string): Promise<Stored[]> {
  const texts = packed(payloads, TITLE_LENGTH)
  const links = await makeLinks(account, texts.map(linkWith))
  return links.map(({ id }, index) => ({ path: `/dash/links/${id}${page}`, texts: [texts[index] as string] }))
}

/** Visits of a browser that sends the text in each header that is kept, and in the campaign. */
async function visit(account: Account, slug: string, payloads: readonly string[]) {
  const before = await account.clicks()
  for (const text of payloads) {
    const sent = Buffer.from(text.replace(/\p{Cc}/gu, '')).toString('latin1')
    const headers = { 'user-agent': `${PERSON['user-agent']} ${sent}`, referer: `https://news.example/${sent}` }
    await follow(dash.url, `${slug}?utm_source=${encodeURIComponent(text)}&utm_campaign=c`, headers)
    await follow(dash.url, slug, { ...headers, 'user-agent': sent, 'accept-language': sent })
  }
  await expect.poll(() => account.clicks()).toBe(before + 2 * payloads.length)
}

/** Each page with how texts get there. A page that is new is a row here. */
const PAGES: readonly {
  readonly name: string
  store(account: Account, payloads: readonly string[]): Promise<Stored[]>
}[] = [
  {
    name: 'the list of links',
    async store(account, payloads) {
      const texts = packed(payloads, TITLE_LENGTH)
      await makeLinks(account, texts.map(linkWith))
      return [{ path: '/dash', texts: [...texts, ...texts.map((text) => text.slice(0, TAG_LENGTH))] }]
    },
  },
  {
    name: 'the visits of a link',
    async store(account, payloads) {
      const stored = await linkPages(account, payloads.slice(0, 10), '')
      const [link] = await makeLinks(account, [linkWith(payloads[0] as string)])
      await visit(account, link?.shortlink ?? '', payloads.slice(0, SHOWN_VALUES))
      stored.push({ path: `/dash/links/${link?.id}`, texts: payloads.slice(0, SHOWN_VALUES) })
      return stored
    },
  },
  {
    name: 'the visits of all links',
    async store(account, payloads) {
      const [link] = await makeLinks(account, [{ target: 'https://example.com/' }])
      const few = payloads.slice(-SHOWN_VALUES)
      await visit(account, link?.shortlink ?? '', few)
      return [{ path: '/dash/visits', texts: few }]
    },
  },
  { name: 'the form of a link', store: (account, payloads) => linkPages(account, payloads, '/edit') },
  { name: 'the rules of a link', store: (account, payloads) => linkPages(account, payloads, '/rules') },
  { name: 'the QR code of a link', store: (account, payloads) => linkPages(account, payloads.slice(0, 12), '/qr') },
  {
    name: 'the settings',
    async store(account, payloads) {
      const labels = packed(payloads, LABEL_LENGTH)
      for (const label of labels)
        await account.ask('mutation ($label: String!) { createApiKey(label: $label) { secret } }', { label })
      return [{ path: '/dash/settings', texts: labels }]
    },
  },
  {
    name: 'what an address asks for',
    async store(_account, payloads) {
      const text = packed(payloads, TITLE_LENGTH)[0] as string
      const asked = encodeURIComponent(text)
      return [
        { path: `/dash?search=${asked}`, texts: [text] },
        { path: `/dash/new?url=${asked}`, texts: [text] },
        // The server takes no slash or backslash that is escaped in a path.
        { path: `/dash/nowhere/${asked.replaceAll(/%2F|%5C/g, '')}`, texts: [] },
      ]
    },
  },
]

const dash = useDash()

// Text, because it runs in the browser. Fields hold no ends of lines, and pages wrap what they show.
const SHOWN = `[document.body.textContent, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)]
  .join(' ').replace(/\\s/g, '')`

/** The names of elements and attributes that the page is made of, and the schemes of its addresses, once it shows the texts. */
async function partsOf(page: Page, { path, texts }: Stored): Promise<{ names: string[]; schemes: string[] }> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const text of texts)
    await expect.poll(() => page.evaluate<string>(SHOWN), { timeout: 20_000 }).toContain(text.replace(/\s/g, ''))
  return page.evaluate(`(() => {
    const all = [...document.querySelectorAll('*')]
    const addresses = ['href', 'src', 'action'].flatMap((name) => all.map((element) => element.getAttribute(name)))
    return {
      names: all.flatMap((element) => [element.localName, ...element.getAttributeNames()]),
      schemes: [...new Set(addresses.filter((one) => one !== null).map((one) => new URL(one, location.href).protocol))],
    }
  })()`)
}

it.each(PAGES)('hostile text stays text in $name', async ({ store }) => {
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
    const parsed = await readPages(await context.newPage(), XSS_PAYLOADS)
    const hostile = new Set(parsed.flatMap(({ elements, attributes }) => [...elements, ...attributes]))
    for (const one of await store(account, ['harmless', 'also harmless']))
      for (const name of (await partsOf(page, one)).names) hostile.delete(name)
    // Else the page has them all by itself, and the test sees nothing.
    expect(hostile).toContain('onerror')
    for (const one of await store(account, XSS_PAYLOADS)) {
      const { names, schemes } = await partsOf(page, one)
      expect(names.filter((name) => hostile.has(name))).toEqual([])
      expect(schemes.filter((scheme) => !['http:', 'https:', 'data:', 'blob:'].includes(scheme))).toEqual([])
    }
    expect(heard).toEqual([])
  })
})
