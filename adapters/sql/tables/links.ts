import type { ColumnType, Generated } from 'kysely'

export interface LinksTable {
  /** What hits refer to: a third of the size of the public id. */
  no: Generated<number>
  id: string
  hostname: string
  /** What slugs are unique in: empty for the service's own host, else the owner's part of the hostname. */
  namespace: string
  slug: string
  target: string
  title: string | null
  owner: string | null
  enable_tracking: number
  rules: string
  /** Hits that the link came with; those recorded here are in `link_hits`. */
  earlier_hits: number
  created_at: number
  /** Folded copies for searching, so that a search finds the same in both databases. */
  slug_folded: string
  target_folded: string
  title_folded: string | null
  /** Since when an operator has it disabled. */
  disabled_at: ColumnType<number | null, never, number | null>
  /** Where `target` and `rules` are while the link is closed; null while it is open. */
  guarded_target: ColumnType<string | null, never, string | null>
  guarded_rules: ColumnType<string | null, never, string | null>
}

/** One row, which counts what operators changed, so that a server notices the work of a command beside it. */
export interface OperatorChangesTable {
  id: number
  changes: number
}
