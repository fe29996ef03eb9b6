import { type BioColors, type BioTheme, isBioLinkUrl } from '@shortlink/core'
import type { ShownPage } from '../../http/pages/bio-page.ts'
import { THEME_NAMES } from '../../http/pages/themes.ts'
import { withScheme } from '../ui/text/is-address.ts'
import type { BioLink, BioPage } from './queries.ts'

/** A link as it is typed. The id of a new one is not known to the server. */
export interface LinkDraft {
  readonly id: string
  readonly label: string
  readonly url: string
  readonly order: number
}

/** The editor's state. */
export interface PageDraft {
  readonly title: string
  readonly text: string
  readonly pictureUrl: string
  readonly theme: string
  /** Null for the colors of the theme. */
  readonly colors: BioColors | null
  readonly links: readonly LinkDraft[]
}

/** The editor's state of a stored page. */
export const draftOf = ({ title, text, pictureUrl, theme, colors, links }: BioPage): PageDraft => ({
  title: title ?? '',
  text: text ?? '',
  pictureUrl: pictureUrl ?? '',
  theme,
  colors: colors && colorsOf(colors),
  links: links.map(({ id, label, url, order }) => ({ id, label: label ?? '', url, order })),
})

/** Without the name of their GraphQL type. */
const colorsOf = ({ background, text, button }: BioColors): BioColors => ({ background, text, button })

/** A text that differs when the page does. */
export const versionOf = (page: BioPage) => JSON.stringify(draftOf(page))

/** The fields of the page to send: only changed ones, so that changes of other clients stay. */
export function pageChange(page: BioPage, draft: PageDraft) {
  const before = lookOf(draftOf(page))
  const after = lookOf(draft)
  const names = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<typeof after>
}

const lookOf = ({ title, text, pictureUrl, theme, colors }: PageDraft) => ({
  title: title.trim() || null,
  text: text.trim() || null,
  pictureUrl: withScheme(pictureUrl.trim()) || null,
  theme,
  colors,
})

/** The links to delete, to add and to update; an update has only the changed fields. */
export function linkChanges({ links }: BioPage, draft: PageDraft) {
  const stored = new Map(links.map((link) => [link.id, link]))
  const kept = new Set(draft.links.map(({ id }) => id))
  const updated = draft.links.flatMap((link) => {
    const before = stored.get(link.id)
    const change = before && linkChange(before, link)
    return change && Object.keys(change).length > 0 ? [{ id: link.id, ...change }] : []
  })
  return {
    removed: links.filter(({ id }) => !kept.has(id)),
    added: draft.links.filter((link) => !stored.has(link.id) && !isBlank(link)),
    updated,
  }
}

function linkChange(before: BioLink, { order, ...typed }: LinkDraft) {
  const { label, url } = typedLink(typed)
  return {
    ...(label !== (before.label?.trim() || null) && { label }),
    ...(url !== before.url && { url }),
    ...(order !== before.order && { order }),
  }
}

/** Whether nothing is typed into a link. */
export const isBlank = ({ label, url }: LinkDraft) => label.trim() + url.trim() === ''

/** Whether saving would change something. */
export function isChange(page: BioPage, draft: PageDraft): boolean {
  const { removed, added, updated } = linkChanges(page, draft)
  return removed.length + added.length + updated.length + Object.keys(pageChange(page, draft)).length > 0
}

/** The page as it would be with all that is typed. */
export function shownPage({ slug }: BioPage, draft: PageDraft): ShownPage {
  const links = draft.links.filter((link) => !isBlank(link)).map(typedLink)
  return { slug, ...lookOf(draft), theme: themeOf(draft.theme), links }
}

/** The link fields to send: an empty label becomes null. */
export const typedLink = ({ label, url }: Pick<LinkDraft, 'label' | 'url'>) => ({
  label: label.trim() || null,
  url: addressFrom(url),
})

/** A theme that this version does not know is drawn as the default one. */
export const themeOf = (name: string): BioTheme => THEME_NAMES.find((theme) => theme === name) ?? 'light'

/** Name of a link in the editor. */
export const nameOf = ({ label, url }: Pick<BioLink, 'label' | 'url'>) => label?.trim() || url

/** The intended URL: people omit `https://`, `mailto:` and `tel:`. */
export function addressFrom(text: string): string {
  const typed = text.trim()
  if (typed === '' || isBioLinkUrl(typed) || /^[a-z][a-z-]*:/i.test(typed)) return typed
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`
  if (/^\+[\d ()/.-]{4,}$/.test(typed)) return `tel:+${typed.replace(/\D/g, '')}`
  return `https://${typed}`
}
