import { document } from './document.ts'
import { FAVICON } from './favicon.ts'
import { type Content, Html, html } from './html.ts'
import { infoStylesheet } from './stylesheet.ts'

/** A page of text and commands under the product's mark. */
export const infoPage = (title: string, introduction: Content, sections: readonly Html[]): string =>
  document({
    title: title === 'shortlink' ? title : `${title} · shortlink`,
    theme: 'auto',
    stylesheet: infoStylesheet,
    head: html`<meta name="robots" content="noindex">`,
    main: html`<main>
<header>${MARK}
<h1>${title}</h1>
<p>${introduction}</p></header>
${sections}
</main>`,
  })

export const section = (title: string, ...content: readonly Content[]): Html =>
  html`<section><h2>${title}</h2>
${content}
</section>`

export const paragraph = (...content: readonly Content[]): Html => html`<p>${content}</p>\n`

/** A command to copy. */
export const command = (text: string): Html => html`<pre><code>${text}</code></pre>\n`

/** A list of names with their URLs or links. */
export const addressList = (rows: readonly (readonly [name: string, address: Content])[]): Html =>
  html`<dl>${rows.map(([name, address]) => html`<dt>${name}</dt><dd>${address}</dd>`)}</dl>`

/** Posts a GraphQL document with curl. */
export const curl = (url: string, query: string, header?: string): string =>
  [
    `curl ${url} -H 'Content-Type: application/json'`,
    ...(header === undefined ? [] : [`-H '${header}'`]),
    `-d '${JSON.stringify({ query })}'`,
  ].join(' \\\n  ')

const MARK = new Html(FAVICON.replace('<svg ', '<svg aria-hidden="true" '))
