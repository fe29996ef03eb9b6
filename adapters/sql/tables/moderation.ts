/** Hosts that no link may lead to. */
export interface BlockedHostsTable {
  /** 0 for hosts that operators blocked one by one, otherwise the number of an imported list. */
  list: number
  host: string
  reason: string | null
  created_at: number
}

/** Reports of visitors. */
export interface ReportsTable {
  id: string
  at: number
  url: string
  /** The id of a link, a bio page or a domain. */
  subject: string
  owner: string | null
  host: string | null
  reason: string
  email: string | null
  resolved_at: number | null
  blocked: number
}

/** At most one row. */
export interface BlocklistStateTable {
  id: number
  version: number
  /** The imported list that is in force; 0 for none. */
  list: number
  /** The number of hosts on that list. */
  hosts: number
}
