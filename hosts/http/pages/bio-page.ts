import { type BioLink, type BioPage, isBioLinkUrl, pictureOrigin } from '@shortlink/core'
import { document } from './document.ts'
import { type Content, type Html, html } from './html.ts'
import { icon, iconSheet } from './icons.ts'
import { linkHint } from './link-hint.ts'

/** Contents of a bio page. */
export interface ShownPage extends Pick<BioPage, 'slug' | 'title' | 'text' | 'pictureUrl' | 'theme' | 'colors'> {
  readonly links: readonly ShownLink[]
}
type ShownLink = Pick<BioLink, 'label' | 'url'>

/** The public URL of a bio page. */
export const bioAddress = (baseUrl: string, slug: string) => `${baseUrl}/bio/${slug}`

/** The public page of an account's links. `url` is the URL of the page itself. */
export function bioPage(page: ShownPage, url: string): string {
  const title = page.title?.trim() || page.slug
  // Checked when it was stored, and again here, where a bad URL would run in a visitor's browser.
  const links = page.links.filter((link) => isBioLinkUrl(link.url)).map(bioLink)
  const text = page.text?.trim()
  const picture = page.pictureUrl !== null && pictureOrigin(page.pictureUrl) !== undefined && page.pictureUrl
  return document({
    title,
    theme: page.theme,
    colors: page.colors,
    head: openGraph({ title, url, picture, description: text || `Links of ${title}` }),
    main: html`<main>
<header>
${picture ? html`<img class="picture" src="${picture}" alt="" width="92" height="92" referrerpolicy="no-referrer">` : html`<div class="monogram" aria-hidden="true">${initials(title)}</div>`}
<h1 dir="auto">${title}</h1>
<p class="handle">@${page.slug}</p>
${text && html`<p class="about" dir="auto">${text}</p>`}
</header>
${links.length === 0 ? html`<p class="empty">No links yet.</p>` : linkList(links)}
</main>`,
  })
}

type DrawnLink = ReturnType<typeof bioLink>

const linkList = (links: readonly DrawnLink[]): Html => html`<nav aria-label="Links">
${iconSheet(links.map((link) => link.icon))}
<ul>
${links.map((link) => link.item)}</ul>
</nav>`

/** Few bytes per link, since a page may have a hundred: the style sheet draws everything that it can. */
function bioLink({ url, label }: ShownLink) {
  const hint = linkHint(url)
  const words = label?.trim() || hint.where
  const where = words !== hint.where && html`<small>${hint.where}</small>`
  return {
    icon: hint.icon,
    item: html`<li><a href="${url}">${icon(hint.icon)}<bdi>${words}</bdi>${where}</a></li>
`,
  }
}

interface Shared {
  readonly title: string
  readonly url: string
  readonly picture: string | false
  readonly description: string
}

const openGraph = ({ title, url, picture, description }: Shared): Content => html`
<meta name="robots" content="nofollow">
<meta name="description" content="${description}">
<meta property="og:type" content="profile">
<meta property="og:site_name" content="shortlink">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
${
  picture &&
  html`<meta property="og:image" content="${picture}">
`
}<meta name="twitter:card" content="summary">
<link rel="canonical" href="${url}">`

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the first letters of the first two words, in any script. An apostrophe does not end a word. */
function initials(title: string): string {
  const words = title
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}\p{Emoji_Presentation}]+/u)
    .filter(Boolean)
    .slice(0, 2)
  const letters = words.map((word) => graphemes.segment(word.slice(0, 32)).containing(0)?.segment ?? '')
  return letters.join('').toUpperCase() || '•'
}
