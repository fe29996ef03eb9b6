import { type BioTheme, isBioLinkUrl } from '@shortlink/core'
import type { ShownPage } from '../../http/pages/bio-page.ts'
import { THEME_NAMES } from '../../http/pages/themes.ts'
import type { BioLink, BioPage } from './queries.ts'

/** The fields of a link as they are typed. */
export interface LinkDraft {
  readonly label: string
  readonly url: string
}

/** Unsaved input. */
export interface PageDraft {
  /** Undefined while it is as saved; so is the theme. */
  readonly title?: string | undefined
  readonly theme?: string | undefined
  /** The link that is being edited. */
  readonly edited?: (LinkDraft & { readonly id: string }) | undefined
  readonly added: LinkDraft
}

export const NO_LINK: LinkDraft = { label: '', url: '' }
export const NOTHING_TYPED: PageDraft = { added: NO_LINK }

/** Title and theme with unsaved input. */
export const lookOf = (page: BioPage, { title, theme }: PageDraft) => ({
  title: title ?? page.title ?? '',
  theme: theme ?? page.theme,
})

/** The update to send: title and theme only if they differ from the saved ones, so that another tab's change of the other stays. */
export function lookChange(page: BioPage, draft: PageDraft) {
  const { title, theme } = lookOf(page, draft)
  return {
    ...(title !== (page.title ?? '') && { title: title.trim() || null }),
    ...(theme !== page.theme && { theme: themeOf(theme) }),
  }
}

/** Whether title or theme differ from the saved ones. */
export const isLookChanged = (page: BioPage, draft: PageDraft) => Object.keys(lookChange(page, draft)).length > 0

/** Whether leaving the page would lose something. */
export function isUnsaved(page: BioPage, draft: PageDraft): boolean {
  const { edited, added } = draft
  const saved = page.links.find(({ id }) => id === edited?.id)
  const isEdited = edited && saved && (edited.label !== (saved.label ?? '') || edited.url !== saved.url)
  return isLookChanged(page, draft) || isEdited === true || added.label + added.url !== ''
}

/** The page as it would be with all that is typed. */
export function shownPage(page: BioPage, draft: PageDraft): ShownPage {
  const { title, theme } = lookOf(page, draft)
  const links = page.links.map((link) => (link.id === draft.edited?.id ? typedLink(draft.edited) : link))
  const added = draft.added.url.trim() === '' ? [] : [typedLink(draft.added)]
  return { slug: page.slug, title, theme: themeOf(theme), links: [...links, ...added] }
}

/** The link fields to send: an empty label becomes null. */
export const typedLink = ({ label, url }: LinkDraft) => ({ label: label.trim() || null, url: addressFrom(url) })

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
