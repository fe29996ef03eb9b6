import type { Generated } from 'kysely'

/** Deleted links with hits and rollups that are still to be removed. */
export interface DeletedLinksTable {
  link_no: number
  /** The account with rollups that may contain its visits; null for links without one. */
  owner: string | null
  /** The rollups of the account no longer have its visits of days up to this one; `ALL_DAYS` when none has any. */
  subtracted_day: Generated<number>
}

/** Deleted accounts with links that are still to be removed. */
export interface DeletedAccountsTable {
  id: string
  /** Start of the period in which the slugs of its links stay taken for every caller; null when they are free at once. */
  tombstone_at: number | null
}

/** Deleted webhooks with deliveries that are still to be removed. */
export interface DeletedWebhooksTable {
  id: string
}
