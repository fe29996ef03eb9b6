import { BIO_LINK_SCHEMES, type BioPage } from '@shortlink/core'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { bioPage } from '../../hosts/http/pages/bio-page.ts'
import { errorPage } from '../../hosts/http/pages/error-page.ts'
import { sampleBioPage } from '../support/sample-bio-page.ts'
import { useBrowser } from '../support/shared-browser.ts'
import { BAD_ADDRESSES, XSS_PAYLOADS } from '../support/xss-payloads.ts'
import { type ReadPage, readPages } from './read-pages.ts'

const browser = useBrowser()
let tab: Page
beforeAll(async () => {
  tab = await (await browser.newContext()).newPage()
})

const draw = (page: BioPage) => bioPage(page, 'https://sho.rt/bio/marta')

/** Everything that pages of harmless text are made of: hostile text must not add a single thing. */
async function harmlessParts() {
  const links = ['https://a.example', 'mailto:a@a.example', 'tel:1', 'facetime:a', 'geo:1,2', 'tg:a']
  const named = links.map((url) => ({ url, label: 'harmless' }))
  const pages = [draw(sampleBioPage({}, named)), draw(sampleBioPage({}, [])), errorPage(404, 'harmless')]
  const read = await readPages(tab, pages)
  return {
    elements: new Set(read.flatMap((page) => page.elements)),
    attributes: new Set(read.flatMap((page) => page.attributes)),
  }
}

async function expectHarmless(pages: readonly ReadPage[]) {
  const { elements, attributes } = await harmlessParts()
  const safe = new Set(BIO_LINK_SCHEMES.map((scheme) => `${scheme}:`))
  for (const page of pages) {
    expect(page.elements.filter((name) => !elements.has(name))).toEqual([])
    expect(page.attributes.filter((name) => !attributes.has(name))).toEqual([])
    expect(page.schemes.filter((scheme) => !safe.has(scheme as 'http:'))).toEqual([])
  }
}

const hostilePage = (text: string): BioPage => {
  const unbroken = text.replace(/\s/g, '')
  return sampleBioPage({ title: text }, [
    { label: text, url: 'https://example.com/' },
    { label: text, url: `https://example.com/?q=${unbroken}#${unbroken}` },
    { label: text, url: `mailto:${unbroken}` },
    { label: null, url: `tel:"onmouseover="alert(1)"` },
    // Node.js parses this address, Chromium does not.
    { label: text, url: 'mailto://\u{df820}' },
    ...BAD_ADDRESSES.map((url) => ({ label: text, url })),
  ])
}

/** What a page shows of a text: parsers read every end of line as LF. */
const shown = (text: string) => text.trim().replace(/\r\n?/g, '\n')

describe('hostile text', () => {
  it('hostile text in title, label and address stays text: it makes no element, attribute or scheme', async () => {
    const pages = await readPages(
      tab,
      XSS_PAYLOADS.map((text) => draw(hostilePage(text))),
    )
    await expectHarmless(pages)
    for (const [index, page] of pages.entries()) {
      const text = shown(XSS_PAYLOADS[index] as string)
      expect(page.heading).toBe(text)
      expect(page.labels[0]).toBe(text)
      expect(page.description).toBe(`Links of ${text}`)
    }
  })

  it('hostile text in an error message stays text', async () => {
    const pages = await readPages(
      tab,
      XSS_PAYLOADS.map((text) => errorPage(404, text)),
    )
    await expectHarmless(pages)
    for (const [index, page] of pages.entries()) {
      expect(page.heading).toBe(XSS_PAYLOADS[index]?.replace(/\r\n?/g, '\n'))
    }
  })

  it('hostile text combined at random stays text', async () => {
    const crumbs =
      `< > " ' \` & = / \\ ; : ( ) <!-- --> --!> <![CDATA[ ]]> </ /> <script </script> </style> </title> onload= href= src= ` +
      'javascript: data: &lt; &#60; &colon; alert(1) x \t \n \u0001 \u2028'
    const texts = fc.array(
      fc.oneof(fc.constantFrom(...crumbs.split(' '), ' '), fc.string({ unit: 'binary', maxLength: 3 })),
      { maxLength: 12 },
    )
    const samples = fc
      .sample(texts, 300)
      .map((parts) => parts.join('').replaceAll('\0', ''))
      .filter((text) => text.isWellFormed())
    const pages = await readPages(
      tab,
      samples.map((text) => draw(hostilePage(text))),
    )
    await expectHarmless(pages)
    for (const [index, page] of pages.entries()) expect(page.heading).toBe(shown(samples[index] as string) || 'marta')
  })

  it('hostile text runs and loads nothing even without a content security policy', async () => {
    const page = await (await browser.newContext()).newPage()
    const heard: string[] = []
    page.on('dialog', (dialog) => {
      heard.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('request', (request) => heard.push(request.url()))
    for (const text of XSS_PAYLOADS) await page.setContent(draw(hostilePage(text)))
    expect(heard).toEqual([])
  })
})
