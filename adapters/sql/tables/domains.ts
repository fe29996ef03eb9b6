export interface DomainsTable {
  id: string
  owner: string
  hostname: string
  verified_at: number | null
  ssl_status: string
  txt_token: string
  created_at: number
  checked_at: number
  missing_since: number | null
  /** When the owner was warned that the domain lapses; null while the proof is seen. */
  lapsing_told_at: number | null
}

/** The claim that holds a hostname. */
export interface DomainHoldersTable {
  hostname: string
  domain_id: string
}

/** Hostnames that were ever claimed, until an operator frees them. */
export interface ClaimedHostsTable {
  hostname: string
}
