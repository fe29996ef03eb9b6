import type { Generated } from 'kysely'

/** Links whose rows are deleted, and whose hits and sums are still to be removed. */
export interface DeletedLinksTable {
  link_no: number
  /** The account whose sums may have its visits; null for links without one. */
  owner: string | null
  /** The sums of the account no longer have its visits of days up to this one; `ALL_DAYS` when none has any. */
  subtracted_day: Generated<number>
}

/** Accounts whose rows are deleted, and whose links are still to be removed. */
export interface DeletedAccountsTable {
  id: string
  /** As of when the slugs of its links stay taken for every caller; null when they are free at once. */
  tombstone_at: number | null
}

/** Webhooks whose rows are deleted, and whose deliveries are still to be removed. */
export interface DeletedWebhooksTable {
  id: string
}
