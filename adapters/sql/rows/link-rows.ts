import { createHash } from 'node:crypto'
import type { Link, LinkOutline, OptionName } from '@shortlink/core'
import { fold, namespaceOf } from '@shortlink/core/adapter'
import type { LinkChanges, LinkRecord, VisitedLink } from '@shortlink/core/ports'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { LinksTable } from '../tables/links.ts'
import { OPTION_COLUMNS, toOptionColumns, toOptions } from '../tables/option-columns.ts'
import { type ComputedColumns, parseNames } from './computed-texts.ts'
import { parseGuarded, servedColumns, targetOf } from './guard.ts'
import { toAddresses } from './ignored-addresses.ts'

/**
 * Maps the changeable properties of a link to columns, except the options, which `option-columns.ts` maps. `guard.ts` writes target and
 * rules; tags and visits have separate tables.
 */
const write = {
  target: (target: string) => ({ target_folded: fold(target), target_digest: digestOf(target) }),
  title: (title: string | null) => ({ title, title_folded: searchedTitle(title, []) }),
  enableTracking: (enabled: boolean) => ({ enable_tracking: Number(enabled) }),
  rules: () => ({}),
  passwordHash: (password_hash: string | null = null) => ({ password_hash }),
  updatedAt: (updated_at: number) => ({ updated_at }),
} satisfies { [Name in Exclude<keyof LinkChanges, OptionName>]-?: (value: LinkRecord[Name]) => Updateable<LinksTable> }

/** Separates the texts of a link in `title_folded`; no search contains it. */
const SEPARATOR = '\u001f'

/** The text that a search matches in addition to slug and target: the title and the aliases, folded. */
export const searchedTitle = (title: string | null, aliases: readonly string[]): string | null =>
  title === null && aliases.length === 0 ? null : [title ?? '', ...aliases].map(fold).join(SEPARATOR)

type Property = keyof typeof write

/** The columns of the given properties, except `servedColumns`. */
export function toColumns(given: LinkChanges): Updateable<LinksTable> {
  const names = (Object.keys(write) as Property[]).filter((name) => given[name] !== undefined)
  const columnsOf = (name: Property) => (write[name] as (value: unknown) => Updateable<LinksTable>)(given[name])
  return Object.assign(toOptionColumns(given), ...names.map(columnsOf))
}

/** Enough to find the few links of an owner with one target. */
const DIGEST_LENGTH = 16

/** Digest for finding an owner's links by target. */
export const digestOf = (target: string): string =>
  createHash('sha256').update(target).digest('base64url').slice(0, DIGEST_LENGTH)

/** Prefix for finding a row without a digest: a target may be longer than an index accepts. */
export const targetStart = sql<string>`substr(target, 1, 100)`

/** A new row. Every row has the same columns, since several are inserted as one statement. */
export const toRow = (link: LinkRecord) => ({
  id: link.id,
  hostname: link.hostname,
  namespace: namespaceOf(link),
  slug: link.slug,
  slug_folded: fold(link.slug),
  owner: link.owner,
  earlier_hits: link.hitCount,
  created_at: link.createdAt,
  password_hash: null,
  ...toColumns(link),
  ...servedColumns(link),
})

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
  'links.password_hash',
  'links.updated_at',
  'links.guarded',
  ...OPTION_COLUMNS,
] as const

export type LinkRow = Selectable<LinksTable> &
  ComputedColumns & {
    /** Selected only for visitors: the owner of a disabled account cannot sign in. */
    readonly owner_disabled_at?: number | null
  }

type OutlineColumn = (typeof OUTLINE)[number] extends `links.${infer Column}` ? Column : never
type OutlineRow = Pick<LinkRow, (OutlineColumn & keyof LinkRow) | keyof ComputedColumns | 'owner_disabled_at'> & {
  /** Selected only for lists. */
  readonly has_rules?: number
}

export const toLink = (row: LinkRow): Link => ({
  ...toOutline(row),
  rules: row.guarded === null ? JSON.parse(row.guarded_rules ?? row.rules) : parseGuarded(row.guarded).rules,
})

/** A link with the ignored addresses of its owner. */
export function toVisitedLink(row: LinkRow & { readonly owner_ignored_addresses: string | null }): VisitedLink {
  const link = toLink(row)
  if (row.owner_ignored_addresses === null) return link
  return { ...link, ignoredAddresses: toAddresses(row.owner_ignored_addresses) }
}

export const toOutline = (row: OutlineRow): LinkOutline => ({
  id: row.id as Link['id'],
  hostname: row.hostname,
  slug: row.slug,
  target: targetOf(row),
  title: row.title,
  owner: row.owner as Link['owner'],
  enableTracking: row.enable_tracking === 1,
  hitCount: row.hit_count,
  createdAt: row.created_at,
  disabled: row.disabled_at !== null || (row.owner_disabled_at ?? null) !== null,
  hasPassword: row.password_hash !== null,
  updatedAt: row.updated_at ?? row.created_at,
  ...toOptions(row),
  tags: parseNames(row.tags),
  aliases: parseNames(row.aliases),
  visitsLeft: row.visits_left === null ? null : Math.max(0, row.visits_left),
  ...(row.has_rules !== undefined && { hasRules: row.has_rules === 1 }),
})
