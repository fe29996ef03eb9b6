import type { Generated } from 'kysely'

/** Hits by link. A narrow table, since a row is written with every hit. */
export interface LinkHitsTable {
  link_no: number
  hits: number
}

export interface HitsTable {
  /** Exceeds 2^53: serialize as bigint or string. */
  id: bigint
  link_no: number
  at: number
  ip: string
  agent_no: number
  place_no: number
  referrer_no: number | null
  destination_no: number
  rule: number | null
  language: string | null
  campaign_no: number | null
  /** The value of the reference parameter. */
  ref: string | null
  /** 1 for the first hit of its visitor on the link on that day, 0 for others, null where visitors are not counted. */
  fresh: number | null
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
  subdivision: string | null
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
  visitors: number
}

export interface HitCampaignsTable extends Interned {
  source: string | null
  medium: string | null
  campaign: string | null
  term: string | null
  content: string | null
}

/** Key of the hashes of a day's visitors, deleted with them. */
export interface VisitorSaltsTable {
  day: number
  salt: string
}

/** The visitors of a day by link, for two days. On SQLite only those outside of batches. */
export interface HitVisitorsTable {
  day: number
  link_no: number
  /** 63 bits, so it travels as a bigint or as text. */
  visitor: bigint
}

/** Visitors of a day by link, for two days, without an index. Only SQLite has rows: its one recorder knows from memory whom they hold. */
export interface VisitorBatchesTable {
  day: number
  no: number
  visitors: Buffer
}

/** Notes on days of charts. */
export interface AnnotationsTable {
  id: string
  owner: string
  /** Null for the whole account. */
  link_id: string | null
  /** A calendar day, such as 2026-05-01. */
  date: string
  text: string
  created_at: number
}
