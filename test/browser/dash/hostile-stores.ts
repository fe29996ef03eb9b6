import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { follow, type newAccount } from '../../support/api.ts'
import { countedClicks, leaveImport, makeLinks, PERSON } from '../../support/dash.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

/** A page and the texts that it must show. */
export interface Stored {
  readonly path: string
  readonly texts: readonly string[]
  /** What shows the texts once the page is there. */
  readonly open?: (page: Page) => Promise<void>
}

/** What a title holds. */
const TITLE_LENGTH = 500
const LABEL_LENGTH = 200
const TAG_LENGTH = 50
/** Rows of the preview of an import. */
const PREVIEW_ROWS = 5
/** Longer titles are cut in it. */
const PREVIEW_LENGTH = 300
/** The most webhooks of an account. */
const MAX_WEBHOOKS = 10
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

/** A title may hold the texts, too, and is there before the chart's elements. */
async function chartIsThere(page: Page) {
  await page.locator('details table').waitFor({ state: 'attached' })
  await page.getByRole('tab', { name: 'UTM sources' }).click()
}

/** Visits of a browser that sends the text in each header that is kept, and in the campaign. */
async function visit(url: string, account: Account, slug: string, payloads: readonly string[]) {
  const before = await countedClicks(account)
  for (const text of payloads) {
    const sent = Buffer.from(text.replace(/\p{Cc}/gu, '')).toString('latin1')
    const headers = { 'user-agent': `${PERSON['user-agent']} ${sent}`, referer: `https://news.example/${sent}` }
    await follow(url, `${slug}?utm_source=${encodeURIComponent(text)}&utm_campaign=c`, headers)
    await follow(url, slug, { ...headers, 'user-agent': sent, 'accept-language': sent })
  }
  await expect.poll(() => account.clicks()).toBe(before + 2 * payloads.length)
}

/** Each page and dialog that shows texts of users, with how they get there. A page that is new is a row here. */
export const PAGES_WITH_TEXT: readonly {
  readonly name: string
  store(account: Account, payloads: readonly string[], url: string): Promise<Stored[]>
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
    async store(account, payloads, url) {
      const stored = await linkPages(account, payloads.slice(0, 10), '')
      const [link] = await makeLinks(account, [linkWith(payloads[0] as string)])
      await visit(url, account, link?.shortlink ?? '', payloads.slice(0, SHOWN_VALUES))
      stored.push({ path: `/dash/links/${link?.id}`, texts: payloads.slice(0, SHOWN_VALUES), open: chartIsThere })
      return stored
    },
  },
  {
    name: 'the visits of all links',
    async store(account, payloads, url) {
      const [link] = await makeLinks(account, [{ target: 'https://example.com/' }])
      const few = payloads.slice(-SHOWN_VALUES)
      await visit(url, account, link?.shortlink ?? '', few)
      return [{ path: '/dash/visits', texts: few, open: chartIsThere }]
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
    name: 'the list of webhooks',
    async store(account, payloads) {
      const urls = payloads.slice(0, MAX_WEBHOOKS).map((text) => `https://example.com/?q=${text.replaceAll(/\s/g, '')}`)
      const create =
        'mutation ($url: String!) { createWebhook(input: { url: $url, events: ["link.created"] }) { id url } }'
      const made = await Promise.all(urls.map((url) => account.ask(create, { url })))
      return [
        {
          path: '/dash/webhooks',
          texts: made.flatMap(({ data }) => data?.createWebhook?.url.slice('https://'.length) ?? []),
        },
      ]
    },
  },
  {
    name: 'the palette and the dialog of tags',
    async store(account, payloads) {
      const texts = payloads.map((text) => text.trim().slice(0, TAG_LENGTH)).slice(0, SHOWN_VALUES)
      await makeLinks(
        account,
        texts.map((text) => ({ target: targetOf(text), title: `found ${text}`, tags: [text] })),
      )
      const openPalette = async (page: Page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search or go to' }).fill('found')
      }
      const openTags = async (page: Page) => {
        await page.getByRole('button', { name: /^Select all|^Select the link/ }).click()
        await page.getByRole('region', { name: 'Selected links' }).getByRole('button', { name: 'Tags' }).click()
      }
      return [
        { path: '/dash', texts, open: openPalette },
        { path: '/dash', texts, open: openTags },
      ]
    },
  },
  {
    name: 'the table of pasted lines',
    async store(_account, payloads) {
      const lines = payloads.map((text) => text.replaceAll(/\s/g, '')).slice(0, 10)
      const open = async (page: Page) => {
        await page.getByRole('button', { name: 'Bulk create' }).click()
        await page.getByLabel('URLs').fill(lines.join('\n'))
      }
      return [{ path: '/dash', texts: lines, open }]
    },
  },
  {
    name: 'the preview of an import',
    async store(_account, payloads) {
      const titles = packed(payloads, PREVIEW_LENGTH).slice(0, PREVIEW_ROWS)
      const rows = titles.map((title, index) => `import-${index},${targetOf('x')},"${title.replaceAll('"', '""')}"`)
      const buffer = Buffer.from(['slug,target,title', ...rows].join('\r\n'))
      const open = async (page: Page) => {
        await leaveImport(page)
        await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'a.csv', mimeType: '', buffer })
        await page.getByText(/^\d+ to import/).waitFor()
      }
      return [{ path: '/dash/settings/import', texts: titles, open }]
    },
  },
  {
    name: 'what an address asks for',
    async store(_account, payloads) {
      const text = packed(payloads, TITLE_LENGTH)[0] as string
      const asked = encodeURIComponent(text)
      return [
        {
          path: `/dash?search=${asked}`,
          texts: [text],
          // While it loads it has other elements.
          open: (page) => page.getByText('No links match your filters').waitFor(),
        },
        { path: `/dash/new?url=${asked}`, texts: [text] },
        // The server takes no slash or backslash that is escaped in a path.
        { path: `/dash/nowhere/${asked.replaceAll(/%2F|%5C/g, '')}`, texts: [] },
      ]
    },
  },
]
