import { sql } from 'kysely'
import { IS_MADE_OF_VISITS } from '../../tables/rolls.ts'
import { type DdlDialect, statements } from '../migration.ts'

/** The facts of a visit in addition to place and agent, and the tables for counting visitors. */
export const visitFacts = ({ serial, key, bytes, clustered, withoutSamples }: DdlDialect) =>
  statements(
    sql`alter table hits add column language text`,
    sql`alter table hits add column campaign_no integer`,
    sql`alter table hits add column fresh smallint`,
    sql`alter table hit_days add column visitors bigint not null default 0`,
    sql`alter table hit_places add column subdivision text`,
    sql`create table hit_campaigns (
      no ${serial},
      digest ${key} not null unique,
      source text,
      medium text,
      campaign text,
      term text,
      content text
    )`,
    sql`create table visitor_salts (day integer primary key, salt text not null)`,
    ...withoutSamples('visitor_salts', 'salt'),
    sql`create table hit_visitors (
      day integer not null,
      link_no integer not null,
      visitor bigint not null,
      primary key (day, link_no, visitor)
    ) ${clustered}`,
    sql`create table visitor_batches (
      day integer not null,
      no integer not null,
      visitors ${bytes} not null,
      primary key (day, no)
    ) ${clustered}`,
  )

const sums = sql`hits bigint not null, bots bigint not null, visitors bigint not null`
/** See `RolledDaysTable`. */
const state = sql`through bigint not null, made_from smallint not null, version integer not null`

/** Sums of days with many visits, by link and by account, and the pending work of the roller. */
export const rolls = ({ key, clustered, keepOwners, sumsTriggers, serialReads }: DdlDialect) =>
  statements(
    sql`create table rolled_days (
      link_no integer not null,
      day integer not null,
      ${state},
      ${sums},
      primary key (link_no, day)
    ) ${clustered}`,
    sql`create index rolled_days_open on rolled_days (day, link_no) where made_from = 0`,
    sql`create table hit_rolls (
      link_no integer not null,
      dimension smallint not null,
      day integer not null,
      value ${key} not null,
      ${sums},
      primary key (link_no, dimension, day, value)
    ) ${clustered}`,
    sql`create table owner_rolled_days (
      owner ${key} not null,
      day integer not null,
      ${state},
      ${sums},
      primary key (owner, day)
    ) ${clustered}`,
    sql`create index owner_rolled_days_open on owner_rolled_days (day, owner) where made_from = 0`,
    // For the purge of visits.
    sql`create index owner_rolled_days_of_visits on owner_rolled_days (day, owner) where ${IS_MADE_OF_VISITS}`,
    sql`create table owner_rolls (
      owner ${key} not null,
      dimension smallint not null,
      day integer not null,
      value ${key} not null,
      ${sums},
      primary key (owner, dimension, day, value)
    ) ${clustered}`,
    sql`create table late_days (
      link_no integer not null,
      day integer not null,
      marks integer not null default 1,
      primary key (link_no, day)
    ) ${clustered}`,
    sql`create table roll_progress (name ${key} primary key, value text not null)`,
    sql`alter table deleted_links add column owner text`,
    sql`alter table deleted_links add column subtracted_day integer not null default -1`,
    sql`create index deleted_links_by_owner on deleted_links (owner) where owner is not null`,
    ...keepOwners,
    ...sumsTriggers,
    ...['rolled_days', 'hit_rolls', 'owner_rolled_days', 'owner_rolls', 'hit_visitors'].flatMap(serialReads),
  )
