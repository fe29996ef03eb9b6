import type { LinkSort } from '@shortlink/core'
import type { ColumnType, Generated } from 'kysely'
import type { OptionColumns } from './option-columns.ts'

export interface LinksTable extends OptionColumns {
  /** Key that hits refer to; a third of the size of the public id. */
  no: Generated<number>
  id: string
  hostname: string
  /** Slugs are unique within it: empty for the service's own host, otherwise the owner's part of the hostname. */
  namespace: string
  slug: string
  target: string
  title: string | null
  owner: string | null
  enable_tracking: number
  rules: string
  /** Hits of an imported link; hits recorded here are in `link_hits`. */
  earlier_hits: number
  created_at: number
  /** Normalised copies for searching, so that both databases find the same. */
  slug_folded: string
  target_folded: string
  title_folded: string | null
  /** When an operator disabled it. */
  disabled_at: ColumnType<number | null, never, number | null>
  /** Hold `target` and `rules` while the link is closed; null while it is open. */
  guarded_target: ColumnType<string | null, never, string | null>
  guarded_rules: ColumnType<string | null, never, string | null>
  password_hash: string | null
  /** Null in rows of version 0.1.0 that were not changed since. */
  updated_at: number | null
  /** Holds `target` and `rules` as JSON while visitors need more than those to be served; see `guard.ts`. */
  guarded: string | null
  /** SHA-256 of the target, shortened; null in rows of version 0.1.0. */
  target_digest: string | null
  /** The number of the link that this row is an alias of. */
  alias_of: ColumnType<number | null, never, never>
  /** When the row became a tombstone: a slug that stays taken for all except its former owner. */
  deleted_at: ColumnType<number | null, never, never>
  former_owner: ColumnType<string | null, never, never>
}

export interface TagsTable {
  no: Generated<number>
  id: string
  owner: string
  name: string
  name_folded: string
  color: string
}

export interface LinkTagsTable {
  link_no: number
  tag_no: number
  /** In the order that the owner gave. */
  position: number
}

export interface LinkVisitsTable {
  link_no: number
  /** Remaining visits of a limit. Below zero when the limit was lowered below the number of visits. */
  remaining: number
  /** Random number that distinguishes a limit from an earlier one of the link. */
  generation: number
  /** Visits of the last lease. */
  leased: number
}

/** A single row that counts changes by operators, so that a running server notices changes by a command. */
export interface OperatorChangesTable {
  id: number
  changes: number
}

/** Visits to an unknown slug on one day. */
export interface UnknownVisitsTable {
  /** The claim of the hostname; empty for the service's own hosts. */
  domain_id: string
  /** The start of the UTC day. */
  day: number
  slug: string
  hits: number
}

export interface SavedViewsTable {
  id: string
  owner: string
  name: string
  /** JSON. */
  filter: string
  sort: LinkSort
  created_at: number
}

export interface QrStylesTable {
  id: string
  owner: string
  name: string
  /** JSON. */
  design: string
  created_at: number
}
