import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/**
 * Rows of hits are small: repeated values are interned, and wide columns come first, which saves padding in Postgres. They refer to
 * links without a foreign key: recording a hit locks the link's row and deleting a link deletes its hits, so a check per hit would
 * only cost time.
 */
export const hits = ({ serial, bigKey, key, clustered }: DdlDialect) =>
  statements(
    sql`create table link_hits (link_no integer primary key, hits bigint not null)`,
    sql`create table hits (
      id ${bigKey},
      at bigint not null,
      link_no integer not null,
      agent_no integer not null,
      place_no integer not null,
      destination_no integer not null,
      referrer_no integer,
      rule smallint,
      ip text not null
    )`,
    sql`create index hits_by_link on hits (link_no, id)`,
    sql`create table hit_agents (
      no ${serial},
      digest ${key} not null unique,
      user_agent text,
      browser text,
      browser_version text,
      os text,
      os_version text,
      device text not null,
      bot integer not null
    )`,
    sql`create table hit_places (
      no ${serial},
      digest ${key} not null unique,
      country text,
      continent text,
      region text,
      city text,
      postal text,
      timezone text,
      isp text
    )`,
    sql`create table hit_referrers (no ${serial}, digest ${key} not null unique, referrer text not null)`,
    sql`create table hit_destinations (
      no ${serial},
      digest ${key} not null unique,
      link_no integer not null,
      url text not null
    )`,
    sql`create index hit_destinations_by_link on hit_destinations (link_no)`,
    sql`create table hit_days (
      link_no integer not null,
      day integer not null,
      country ${key} not null,
      device ${key} not null,
      count bigint not null,
      primary key (link_no, day, country, device)
    ) ${clustered}`,
  )
