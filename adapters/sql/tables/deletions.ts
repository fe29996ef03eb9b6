/** Links whose rows are deleted, and whose hits and sums are still to be removed. */
export interface DeletedLinksTable {
  link_no: number
}

/** Accounts whose rows are deleted, and whose links are still to be removed. */
export interface DeletedAccountsTable {
  id: string
}

/** Webhooks whose rows are deleted, and whose deliveries are still to be removed. */
export interface DeletedWebhooksTable {
  id: string
}
