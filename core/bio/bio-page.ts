import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import type { BioLinkId, BioPageId, UserId } from '../kernel/ids.ts'
import { id, text, withDefault } from '../kernel/input.ts'
import { SLUG_RULE, Slug } from '../links/link.ts'
import type { BioColors } from './bio-colors.ts'
import { bioColorsInput } from './bio-colors-input.ts'
import { BIO_LINK_URL_RULE, bioLinkUrlSchema } from './bio-link-url.ts'
import { PICTURE_RULE, pictureUrl } from './picture.ts'

/** A public page with its owner's links. */
export interface BioPage {
  readonly id: BioPageId
  readonly owner: UserId
  /** Unique among bio pages: they do not share the namespace of short links. */
  readonly slug: string
  readonly title: string | null
  /** A text below the title. */
  readonly text: string | null
  /** The URL of a picture, which replaces the initials. */
  readonly pictureUrl: string | null
  readonly theme: BioTheme
  /** Null for the colors of the theme. */
  readonly colors: BioColors | null
  /** In the order of {@link inPageOrder}. */
  readonly links: readonly BioLink[]
  readonly createdAt: Instant
  /** Views by people, without bots; null for everyone but the owner. */
  readonly views: number | null
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
const MAX_TEXT_LENGTH = 500
const Title = text('title', { max: MAX_TITLE_LENGTH }).nullable()
const Text = text('text', { max: MAX_TEXT_LENGTH }).nullable()
const PictureUrl = pictureUrl('pictureUrl').nullable()
const Label = text('label', { max: MAX_LABEL_LENGTH }).nullable()
const Theme = z.enum(BIO_THEMES, `theme must be one of ${BIO_THEMES.join(', ')}`)
const Order = z
  .int('order must be a whole number')
  .min(-(2 ** 31), 'order is too small')
  .max(2 ** 31 - 1, 'order is too large')

const DEFAULT_THEME = 'light'
const DEFAULT_ORDER = 0
const TITLE = `The heading, at most ${MAX_TITLE_LENGTH} characters`
const TEXT = `A text below the title, at most ${MAX_TEXT_LENGTH} characters`
const PICTURE = `A picture instead of the initials: ${PICTURE_RULE}`
const COLORS = 'Own colors instead of the ones of the theme'
const THEME = `${BIO_THEMES.slice(0, -1).join(', ')} or ${BIO_THEMES.at(-1)}`
const LABEL = `The link text, at most ${MAX_LABEL_LENGTH} characters`
const ORDER = 'Sort order, lowest first'

export const NewBioPage = z.object({
  slug: Slug.describe(`The slug in the page's URL: ${SLUG_RULE}. Bio page slugs are separate from link slugs.`),
  title: Title.default(null).describe(`${TITLE}.`),
  text: Text.default(null).describe(`${TEXT}.`),
  pictureUrl: PictureUrl.default(null).describe(`${PICTURE}.`),
  theme: withDefault(Theme, DEFAULT_THEME).describe(`${THEME}; ${DEFAULT_THEME} if omitted.`),
  colors: bioColorsInput.nullable().default(null).describe(`${COLORS}.`),
})
export const BioPageUpdate = z.object({
  title: Title.optional().describe(`${TITLE}; null removes it.`),
  text: Text.optional().describe(`${TEXT}; null removes it.`),
  pictureUrl: PictureUrl.optional().describe(`${PICTURE}; null removes it.`),
  theme: Theme.nullable()
    .transform((theme) => theme ?? DEFAULT_THEME)
    .optional()
    .describe(`${THEME}; null resets it to ${DEFAULT_THEME}.`),
  colors: bioColorsInput.nullable().optional().describe(`${COLORS}; null removes them.`),
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
