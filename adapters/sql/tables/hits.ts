import type { Generated } from 'kysely'

/** Hits by link. A narrow table, since a row is written with every hit. */
export interface LinkHitsTable {
  link_no: number
  hits: number
}

export interface HitsTable {
  /** Beyond 2^53, so it travels as a bigint or as text, never as a number. */
  id: bigint
  link_no: number
  at: number
  ip: string
  agent_no: number
  place_no: number
  referrer_no: number | null
  destination_no: number
  rule: number | null
}

/** A row that many hits share, found by the digest of its contents. */
interface Interned {
  no: Generated<number>
  digest: string
}

export interface HitAgentsTable extends Interned {
  user_agent: string | null
  browser: string | null
  browser_version: string | null
  os: string | null
  os_version: string | null
  device: string
  bot: number
}

export interface HitPlacesTable extends Interned {
  country: string | null
  continent: string | null
  region: string | null
  city: string | null
  postal: string | null
  timezone: string | null
  isp: string | null
}

export interface HitReferrersTable extends Interned {
  referrer: string
}

/** Not shared between links: a URL belongs to the link's owner and is deleted with the link. */
export interface HitDestinationsTable extends Interned {
  link_no: number
  url: string
}

export interface HitDaysTable {
  link_no: number
  /** Days since 1970-01-01 UTC. */
  day: number
  /** Empty when unknown: a key column cannot be null. */
  country: string
  device: string
  count: number
}
