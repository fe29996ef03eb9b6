import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import type { BioLinkId, BioPageId, UserId } from '../kernel/ids.ts'
import { text } from '../kernel/input.ts'
import { Slug } from '../links/link.ts'
import { bioLinkUrlSchema } from './bio-link-url.ts'

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

const Title = text('title', { max: 200 })
const Label = text('label', { max: 200 })
const Theme = z
  .enum(BIO_THEMES, `theme must be one of ${BIO_THEMES.join(', ')}`)
  .nullable()
  .transform((theme) => theme ?? 'light')
const Order = z
  .int('order must be a whole number')
  .min(-(2 ** 31), 'order is too small')
  .max(2 ** 31 - 1, 'order is too large')
  .nullable()
  .transform((order) => order ?? 0)

export const NewBioPage = z.object({
  slug: Slug,
  title: Title.nullable().default(null),
  theme: Theme.default('light'),
})
export const BioPageUpdate = z.object({ title: Title.nullable().optional(), theme: Theme.optional() })

export const NewBioLink = z.object({
  label: Label.nullable().default(null),
  url: bioLinkUrlSchema,
  order: Order.default(0),
})
export const BioLinkUpdate = z.object({
  label: Label.nullable().optional(),
  url: bioLinkUrlSchema.optional(),
  order: Order.optional(),
})

/** Sorts links by `order`, then creation time, then id, all ascending. */
export const inPageOrder = (a: BioLink, b: BioLink): number =>
  a.order - b.order || a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
