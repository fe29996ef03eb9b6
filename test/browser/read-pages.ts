import type { Page } from 'playwright-core'

/** A page as a browser's parser reads it. */
export interface ReadPage {
  readonly elements: readonly string[]
  readonly attributes: readonly string[]
  /** Of the addresses that the browser can parse: a link with any other leads nowhere. */
  readonly schemes: readonly string[]
  readonly title: string
  readonly heading: string
  readonly labels: readonly string[]
  readonly description: string | null
}

// Text, because it runs in the browser, whose types are not those of the rest of the project.
const READ = `(pages) => pages.map((markup) => {
  const page = new DOMParser().parseFromString(markup, 'text/html')
  const all = [...page.querySelectorAll('*')]
  const distinct = (names) => [...new Set(names)].sort()
  return {
    elements: distinct(all.map((element) => element.localName)),
    attributes: distinct(all.flatMap((element) => element.getAttributeNames())),
    schemes: distinct([...page.querySelectorAll('[href]')].flatMap((link) => URL.parse(link.getAttribute('href'), 'https://sho.rt/')?.protocol ?? [])),
    title: page.title,
    heading: page.querySelector('h1')?.textContent ?? '',
    labels: [...page.querySelectorAll('bdi')].map((label) => label.textContent ?? ''),
    description: page.querySelector('meta[name=description]')?.getAttribute('content') ?? null,
  }
})`

/** Has a browser parse the pages without opening them. */
export const readPages = (tab: Page, pages: readonly string[]): Promise<ReadPage[]> =>
  tab.evaluate(`(${READ})(${JSON.stringify(pages)})`)
