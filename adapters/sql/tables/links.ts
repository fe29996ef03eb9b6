import type { ColumnType, Generated } from 'kysely'

export interface LinksTable {
  /** Key that hits refer to; a third of the size of the public id. */
  no: Generated<number>
  id: string
  hostname: string
  /** Slugs are unique within it: empty for the service's own host, else the owner's part of the hostname. */
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
  /** Since when an operator has it disabled. */
  disabled_at: ColumnType<number | null, never, number | null>
  /** Hold `target` and `rules` while the link is closed; null while it is open. */
  guarded_target: ColumnType<string | null, never, string | null>
  guarded_rules: ColumnType<string | null, never, string | null>
}

/** One row, which counts changes by operators, so that a running server notices those of a command. */
export interface OperatorChangesTable {
  id: number
  changes: number
}
