import type { FactDimension } from '@shortlink/core/adapter'
import { type RawBuilder, sql } from 'kysely'
import type { SumsDialect } from './sums-dialect.ts'

/** Grouping of the visits in `hits` by a fact: first by a short key, so that the value of a row that many visits share is computed once. */
export interface Fact {
  /** An expression over `hits`. */
  readonly key: RawBuilder<unknown>
  /** The table with the key's row; null if the key contains the value. */
  readonly table: 'links' | 'hit_places' | 'hit_agents' | 'hit_referrers' | 'hit_destinations' | 'hit_campaigns' | null
  /** An expression over the table's columns, or over `fact_key`. Null or empty for visits without the fact. */
  readonly value: RawBuilder<string | null>
}

const text = (column: string) => sql<string | null>`${sql.ref(column)}`
const ofPlace = (value: RawBuilder<string | null>): Fact => ({ key: sql`hits.place_no`, table: 'hit_places', value })
const ofAgent = (column: string): Fact => ({ key: sql`hits.agent_no`, table: 'hit_agents', value: text(column) })
const ofCampaign = (column: string): Fact => ({
  key: sql`hits.campaign_no`,
  table: 'hit_campaigns',
  value: text(column),
})

const DEVICE = sql<string>`coalesce(device, 'other')`
/** The facts of visits, with the values that core's `visitValue` returns. */
export const facts = ({ referrerHost, behindDash }: SumsDialect): Readonly<Record<FactDimension, Fact>> => ({
  LINK: { key: sql`hits.link_no`, table: 'links', value: text('id') },
  COUNTRY: ofPlace(text('country')),
  CONTINENT: ofPlace(text('continent')),
  REGION: ofPlace(
    sql`case when country <> '' then country || '/' || coalesce(nullif(subdivision, ''), ${behindDash}) end`,
  ),
  CITY: ofPlace(sql`case when country <> '' then country || '/' || nullif(city, '') end`),
  BROWSER: ofAgent('browser'),
  OS: ofAgent('os'),
  DEVICE: { ...ofAgent('device'), value: DEVICE },
  LANGUAGE: { key: sql`hits.language`, table: null, value: sql`fact_key` },
  REFERRER: { key: sql`hits.referrer_no`, table: 'hit_referrers', value: referrerHost },
  RULE: { key: sql`hits.rule`, table: null, value: sql`coalesce(cast(fact_key as text), 'none')` },
  DESTINATION: { key: sql`hits.destination_no`, table: 'hit_destinations', value: text('url') },
  UTM_SOURCE: ofCampaign('source'),
  UTM_MEDIUM: ofCampaign('medium'),
  UTM_CAMPAIGN: ofCampaign('campaign'),
  UTM_TERM: ofCampaign('term'),
  UTM_CONTENT: ofCampaign('content'),
  REF: { key: sql`hits.ref`, table: null, value: sql`fact_key` },
})
