import type { Link, LinkOutline } from '@shortlink/core'
import { isoOf } from '../table/columns.ts'

/** Says that a link of no account cannot be changed. */
export const UNOWNED = 'An anonymous link has no owner and cannot be changed later; --user gives it one'

/** What is shown of a link, whether it comes from the database or from a server. */
export interface ShownLink {
  readonly id: string
  readonly slug: string
  readonly shortUrl: string
  readonly target: string
  readonly title: string | null
  readonly hitCount: number
  readonly createdAt: string | null
}

/** What is shown of a link of the database. */
export const toShown = (
  host: { shortUrl(link: Pick<Link, 'hostname' | 'slug'>): string },
  link: Link | LinkOutline,
): ShownLink => ({
  id: link.id,
  slug: link.slug,
  shortUrl: host.shortUrl(link),
  target: link.target,
  title: link.title,
  hitCount: link.hitCount,
  createdAt: isoOf(link.createdAt),
})
