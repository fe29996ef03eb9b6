import type { Link, LinkChanges, LinkOutline } from '@shortlink/core'
import { fold, namespaceOf } from '@shortlink/core/adapter'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { LinksTable } from './tables/links.ts'

/**
 * How the properties of a link that can change are written. A new one takes a line here, one in `OUTLINE` and `toOutline` below, and a
 * column in `tables/links.ts`.
 */
const write = {
  target: (target: string) => ({ target, target_folded: fold(target) }),
  title: (title: string | null) => ({ title, title_folded: title && fold(title) }),
  enableTracking: (enabled: boolean) => ({ enable_tracking: Number(enabled) }),
  rules: (rules: Link['rules']) => ({ rules: JSON.stringify(rules) }),
} satisfies { [Name in keyof LinkChanges]-?: (value: Link[Name]) => Updateable<LinksTable> }

type Property = keyof typeof write
type Union<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void ? All : never
type Columns = Union<ReturnType<(typeof write)[Property]>>

/** The columns of the properties that are given. */
export function toColumns(link: Link): Columns
export function toColumns(changes: LinkChanges): Partial<Columns>
export function toColumns(changes: LinkChanges): Partial<Columns> {
  const given = (Object.keys(write) as Property[]).filter((name) => changes[name] !== undefined)
  const columnsOf = (name: Property) => (write[name] as (value: unknown) => Partial<Columns>)(changes[name])
  return Object.assign({}, ...given.map(columnsOf))
}

export const toRow = (link: Link) => ({
  id: link.id,
  hostname: link.hostname,
  namespace: namespaceOf(link),
  slug: link.slug,
  slug_folded: fold(link.slug),
  owner: link.owner,
  earlier_hits: link.hitCount,
  created_at: link.createdAt,
  ...toColumns(link),
})

/** Hits are counted in a table of their own: writing a link's whole row for each would cost most of what recording hits does. */
export const hits = sql<number>`links.earlier_hits + coalesce((select hits from link_hits where link_no = links.no), 0)`
export const hitCount = hits.as('hit_count')

export const OUTLINE = [
  'links.id',
  'links.hostname',
  'links.slug',
  'links.target',
  'links.title',
  'links.owner',
  'links.enable_tracking',
  'links.created_at',
  'links.disabled_at',
  'links.guarded_target',
] as const

export type LinkRow = Selectable<LinksTable> & {
  readonly hit_count: number
  /** Selected for visitors alone: the owner of a disabled account cannot sign in. */
  readonly owner_disabled_at?: number | null
}

type OutlineColumn = (typeof OUTLINE)[number] extends `links.${infer Column}` ? Column : never
type OutlineRow = Pick<LinkRow, (OutlineColumn & keyof LinkRow) | 'hit_count' | 'owner_disabled_at'>

export const toLink = (row: LinkRow): Link => ({
  ...toOutline(row),
  rules: JSON.parse(row.guarded_rules ?? row.rules),
})

export const toOutline = (row: OutlineRow): LinkOutline => ({
  id: row.id as Link['id'],
  hostname: row.hostname,
  slug: row.slug,
  target: row.guarded_target ?? row.target,
  title: row.title,
  owner: row.owner as Link['owner'],
  enableTracking: row.enable_tracking === 1,
  hitCount: row.hit_count,
  createdAt: row.created_at,
  disabled: row.disabled_at !== null || (row.owner_disabled_at ?? null) !== null,
})
