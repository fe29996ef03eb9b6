import type { LinkPreview } from '@shortlink/core'
import { document } from './document.ts'
import { type Content, html } from './html.ts'

/** The preview page for social networks and messengers: the owner's text, and the short URL instead of the target. */
export const previewPage = ({ title, description, image }: LinkPreview, shortUrl: string): string =>
  document({
    title: title ?? shortUrl,
    theme: 'auto',
    head: html`<link rel="canonical" href="${shortUrl}">
${tag('og:type', 'website')}${tag('og:url', shortUrl)}${tag('og:title', title ?? shortUrl)}${tag('og:description', description)}${tag('og:image', image)}
${named('description', description)}${named('twitter:card', image === null ? 'summary' : 'summary_large_image')}${named('twitter:title', title ?? shortUrl)}${named('twitter:description', description)}${named('twitter:image', image)}`,
    main: html`<main class="fault">
<h1 dir="auto">${title ?? shortUrl}</h1>
${description !== null && html`<p class="advice" dir="auto">${description}</p>`}
</main>`,
  })

/** A property of the Open Graph protocol. */
const tag = (property: string, content: string | null): Content =>
  content !== null && html`<meta property="${property}" content="${content}">\n`

const named = (name: string, content: string | null): Content =>
  content !== null && html`<meta name="${name}" content="${content}">\n`

/** Shows a bot the name of a link with a visit limit, without using one of its visits. */
export const titlePage = (title: string | null): string =>
  document({
    title: title ?? 'Short link',
    theme: 'auto',
    head: html`<meta name="robots" content="noindex">`,
    main: html`<main class="fault">
<h1 dir="auto">${title ?? 'Short link'}</h1>
<p class="advice">This link has a visit limit. Open it in a browser to visit it.</p>
</main>`,
  })
