import { type RawBuilder, sql } from 'kysely'

/** Differences between the databases in analytics queries. */
export interface SumsDialect {
  /** Makes texts compare and sort by code point. */
  readonly byCodePoint: RawBuilder<unknown>
  /** The host of a referrer, as in core's `visitValue`; empty without one. */
  readonly referrerHost: RawBuilder<string>
  /** The part after the dash in a region code such as `US-CA`; null without a dash. */
  readonly behindDash: RawBuilder<string | null>
  /** The table `hits`, read in id order; null if the database itself chooses between that and looking links up. */
  readonly hitsById: RawBuilder<unknown> | null
}

export const postgresSums: SumsDialect = {
  byCodePoint: sql`collate "C"`,
  referrerHost: sql`lower(regexp_replace(regexp_replace(substring(referrer from '://([^/?#]*)'), '^.*@', ''), ':[0-9]*$', '') collate "C")`,
  behindDash: sql`nullif(substring(region from '-(.*)'), '')`,
  hitsById: null,
}

/** Up to the first of the characters that end it. */
const AUTHORITY = sql`(select substr(rest, 1, min(instr(rest || '/', '/'), instr(rest || '?', '?'), instr(rest || '#', '#')) - 1) as authority
  from (select case when instr(referrer, '://') > 0 then substr(referrer, instr(referrer, '://') + 3) else '' end as rest))`

/** `rtrim` with all characters except `@` leaves the text up to and including the last `@`. */
const HOST_AND_PORT = sql`(select substr(authority, 1 + length(rtrim(authority, replace(authority, '@', '')))) as host_port from ${AUTHORITY})`

export const sqliteSums: SumsDialect = {
  byCodePoint: sql`collate binary`,
  referrerHost: sql`(select lower(case
      when rtrim(host_port, '0123456789') like '%:' then substr(host_port, 1, length(rtrim(host_port, '0123456789')) - 1)
      else host_port
    end) from ${HOST_AND_PORT})`,
  behindDash: sql`case when instr(region, '-') > 0 then nullif(substr(region, instr(region, '-') + 1), '') end`,
  hitsById: sql`hits not indexed`,
}
