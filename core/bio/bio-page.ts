import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import type { BioLinkId, BioPageId, UserId } from '../kernel/ids.ts'
import { id, text, withDefault } from '../kernel/input.ts'
import { SLUG_RULE, Slug } from '../links/link.ts'
import { BIO_LINK_URL_RULE, bioLinkUrlSchema } from './bio-link-url.ts'

/** A public page with its owner's links. */
export interface BioPage {
  readonly id: BioPageId
  readonly owner: UserId
  /** Unique among bio pages: they do not share the namespace of short links. */
  readonly slug: string
  readonly title: string | null
  readonly theme: BioTheme
  /** In the order of {@link inPageOrder}. */
  readonly links: readonly BioLink[]
  readonly createdAt: Instant
}

export interface BioLink {
  readonly id: BioLinkId
  readonly bioPage: BioPageId
  readonly label: string | null
  readonly url: string
  readonly order: number
  readonly createdAt: Instant
}

export const BIO_THEMES = ['light', 'dark', 'auto', 'ocean', 'forest', 'sunset', 'mono'] as const
export type BioTheme = (typeof BIO_THEMES)[number]

/** Bounds the size of a page and of its HTML. */
export const LINKS_PER_PAGE = 100

const MAX_TITLE_LENGTH = 200
const MAX_LABEL_LENGTH = 200
const Title = text('title', { max: MAX_TITLE_LENGTH }).nullable()
const Label = text('label', { max: MAX_LABEL_LENGTH }).nullable()
const Theme = z.enum(BIO_THEMES, `theme must be one of ${BIO_THEMES.join(', ')}`)
const Order = z
  .int('order must be a whole number')
  .min(-(2 ** 31), 'order is too small')
  .max(2 ** 31 - 1, 'order is too large')

const DEFAULT_THEME = 'light'
const DEFAULT_ORDER = 0
const TITLE = `The heading, at most ${MAX_TITLE_LENGTH} characters`
const THEME = `${BIO_THEMES.slice(0, -1).join(', ')} or ${BIO_THEMES.at(-1)}`
const LABEL = `The link text, at most ${MAX_LABEL_LENGTH} characters`
const ORDER = 'Sort order, lowest first'

export const NewBioPage = z.object({
  slug: Slug.describe(`The slug in the page's URL: ${SLUG_RULE}. Bio page slugs are separate from link slugs.`),
  title: Title.default(null).describe(`${TITLE}.`),
  theme: withDefault(Theme, DEFAULT_THEME).describe(`${THEME}; ${DEFAULT_THEME} if omitted.`),
})
export const BioPageUpdate = z.object({
  title: Title.optional().describe(`${TITLE}; null removes it.`),
  theme: Theme.nullable()
    .transform((theme) => theme ?? DEFAULT_THEME)
    .optional()
    .describe(`${THEME}; null resets it to ${DEFAULT_THEME}.`),
})

export const NewBioLink = z.object({
  label: Label.default(null).describe(`${LABEL}; the URL if omitted.`),
  url: bioLinkUrlSchema.describe(BIO_LINK_URL_RULE),
  order: withDefault(Order, DEFAULT_ORDER).describe(`${ORDER}; ${DEFAULT_ORDER} if omitted.`),
})
export const BioLinkUpdate = z.object({
  label: Label.optional().describe(`${LABEL}; null removes it.`),
  url: bioLinkUrlSchema.optional().describe(BIO_LINK_URL_RULE),
  order: Order.nullable()
    .transform((order) => order ?? DEFAULT_ORDER)
    .optional()
    .describe(`${ORDER}; null resets it to ${DEFAULT_ORDER}.`),
})

/** Sorts links by `order`, then creation time, then id, all ascending. */
export const inPageOrder = (a: BioLink, b: BioLink): number =>
  a.order - b.order || a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The arguments that name a link of a page. */
export const bioLinkInput = {
  id: id<BioLinkId>().describe("The bio link's id."),
  bioPageId: id<BioPageId>('bioPageId').optional().describe("The bio page's id; the link must be on this page."),
}
