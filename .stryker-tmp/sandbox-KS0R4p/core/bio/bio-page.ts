import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import type { BioLinkId, BioPageId, UserId } from '../kernel/ids.ts'
import { text } from '../kernel/input.ts'
import { Slug } from '../links/link.ts'
import { bioLinkUrlSchema } from './bio-link-url.ts'

/** A public page that gathers somebody's links. */
export interface BioPage {
  readonly id: BioPageId
  readonly owner: UserId
  /** Unique among bio pages: they have a namespace of their own. */
  readonly slug: string
  readonly title: string | null
  readonly theme: BioTheme
  /** By order, then creation, then id. */
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

/** More links than a visitor would read; the bound keeps a page small whatever is done to it. */
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

/** Compares links as a page shows them. */
export const inPageOrder = (a: BioLink, b: BioLink): number =>
  a.order - b.order || a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
