import type { Link, LinkOutline } from '@shortlink/core'
import { counted, isoOf, pageNote, toColumns } from '../table/columns.ts'
import type { Shown } from '../table/row.ts'

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

interface ListedLink extends ShownLink {
  readonly disabled?: boolean
  /** E-mail address of the owner, null for an anonymous link; absent where all links have one owner. */
  readonly owner?: string | null
}

/** A page of links for programs and for people. */
export function showLinks(
  items: readonly ListedLink[],
  { totalCount, skip }: { readonly totalCount: number; readonly skip: number | undefined },
): Shown {
  const hasOwners = items.some(({ owner }) => owner !== undefined)
  return {
    json: { items, totalCount },
    lines: toColumns(
      ['SHORT URL', 'TARGET', 'HITS', ...(hasOwners ? ['OWNER'] : []), 'STATE'],
      items.map(({ shortUrl, target, hitCount, disabled, owner }) => [
        ...[shortUrl, target, counted(hitCount, 'hit')],
        ...(hasOwners ? [owner ?? 'anonymous'] : []),
        disabled ? 'disabled' : '',
      ]),
    ),
    notes: pageNote(items.length, totalCount, skip),
  }
}
