import type { Generated } from 'kysely'

/** An account with stored totals, because they were read and it has many links. Triggers maintain totals only for these accounts. */
export interface KeptTotalsTable {
  owner: string
  /** Number of times that its list of most visited links was rebuilt. */
  attempt: number
  /** 0 until all links are in its sums and its list. */
  is_complete: number
  /** The last place in the order of most visited links that is in `top_links`. */
  floor_hits: number
  floor_created_at: number
  floor_id: string
}

/** Sums over an account's links. The total is the sum over its rows: in Postgres each concurrent transaction adds to a separate row. */
export interface AccountTotalsTable {
  no: Generated<number>
  owner: string
  links: number
  tracked: number
  clicks: number
}

/** Links above the floor of their account, among which are its most visited ones. */
export interface TopLinksTable {
  owner: string
  link_no: number
}
