import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { searchedText } from '../links/link-search.ts'
import { postgresSumsTriggers, sqliteSumsTriggers } from '../rows/sums-triggers.ts'
import { postgresTotals } from './totals-postgres.ts'
import { sqliteTotals } from './totals-sqlite.ts'

/** Differences between the databases in DDL. */
export interface DdlDialect {
  /** Column type of a key that the database generates. */
  readonly serial: RawBuilder<unknown>
  /** Column type of a 64-bit key that the application generates. */
  readonly bigKey: RawBuilder<unknown>
  /** Column type of a 64-bit key that the database generates. */
  readonly bigSerial: RawBuilder<unknown>
  /** Column type of text that is compared and ordered byte for byte. */
  readonly key: RawBuilder<unknown>
  /** Column type of bytes. */
  readonly bytes: RawBuilder<unknown>
  /** End of a `create table` statement that stores rows in the index of the primary key, where the database supports that. */
  readonly clustered: RawBuilder<unknown>
  /** Primary key of numbers that the application gives; SQLite remembers the highest for good, in its table `sqlite_sequence`. */
  readonly lastingKey: RawBuilder<unknown>
  /** Keep the keys of deleted links and webhooks. */
  readonly deletionTriggers: readonly RawBuilder<unknown>[]
  /**
   * Replace the trigger of links: the new one also stores the link's account, since its rollups must lose the link's visits before the number
   * goes.
   */
  readonly keepOwners: readonly RawBuilder<unknown>[]
  /** Remove the rollups of links and accounts that a replica of the previous version removes, or mark them for recomputing. */
  readonly sumsTriggers: readonly RawBuilder<unknown>[]
  /** The triggers of `totals`. */
  readonly keepTotals: readonly RawBuilder<unknown>[]
  /** Delete the aliases of a deleted link, even when a replica of the previous version deletes it. */
  readonly aliasTriggers: readonly RawBuilder<unknown>[]
  /** Hide a target and rules that the previous version writes to a link with `guarded`, since its servers may be started again. */
  readonly guardTriggers: readonly RawBuilder<unknown>[]
  /** The index of `search`. */
  readonly searchIndex: readonly RawBuilder<unknown>[]
  /** Makes each statement over a large table run in one process, if the database would use several. */
  readonly serialReads: (table: string) => readonly RawBuilder<unknown>[]
  /** Prevents the database from storing samples of a column outside the table, if it would. */
  readonly withoutSamples: (table: string, column: string) => readonly RawBuilder<unknown>[]
}

/** A migration that runs the statements in order. It cannot be undone; a later migration corrects a mistake. */
export const statements = (...list: RawBuilder<unknown>[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of list) await statement.execute(db)
  },
})

export const sqliteDdl: DdlDialect = {
  serial: sql`integer primary key`,
  bigSerial: sql`integer primary key`,
  bigKey: sql`integer primary key`,
  key: sql`text`,
  bytes: sql`blob`,
  clustered: sql`without rowid`,
  lastingKey: sql`integer primary key autoincrement`,
  deletionTriggers: [
    sql`create trigger keep_deleted_link after delete on links
      begin insert or ignore into deleted_links values (old.no); end`,
    sql`create trigger keep_deleted_webhook after delete on webhooks
      begin insert or ignore into deleted_webhooks values (old.id); end`,
    // SQLite reuses the number of the last row once that row is deleted: hits of the earlier link would belong to the new one.
    sql`create trigger new_link_number after insert on links
      when new.no <= (select seq from sqlite_sequence where name = 'deleted_links')
      begin
        update links set no = 1 + max((select seq from sqlite_sequence where name = 'deleted_links'), (select max(no) from links))
        where no = new.no;
      end`,
  ],
  keepOwners: [
    sql`drop trigger keep_deleted_link`,
    sql`create trigger keep_deleted_link after delete on links
      begin insert or ignore into deleted_links (link_no, owner) values (old.no, old.owner); end`,
  ],
  sumsTriggers: sqliteSumsTriggers,
  keepTotals: sqliteTotals,
  aliasTriggers: [
    sql`create trigger delete_aliases after delete on links when old.alias_of is null
      begin delete from links where alias_of = old.no; end`,
  ],
  guardTriggers: [
    // After the change, since a trigger cannot change the row being written.
    sql`create trigger link_guard after update of target, rules, guarded_target, guarded_rules on links
      when new.guarded is not null and (
        new.target <> '' or new.rules <> '[]' or new.guarded_target <> '' or new.guarded_rules <> '[]')
      begin
        update links set target = '', rules = '[]',
          guarded_target = case when guarded_target is null then null else '' end,
          guarded_rules = case when guarded_target is null then null else '[]' end,
          guarded = json_object(
            'target', coalesce(nullif(new.target, ''), nullif(new.guarded_target, ''), guarded ->> 'target'),
            'rules', json(coalesce(nullif(new.rules, '[]'), nullif(new.guarded_rules, '[]'), guarded -> 'rules')))
        where no = new.no;
      end`,
  ],
  searchIndex: [
    sql`create index links_searched on links (owner, created_at, id, ${searchedText})`,
    // If two indexes start alike and no query specifies one, SQLite takes the later one: the narrow one.
    sql`drop index links_by_owner`,
    sql`create index links_by_owner on links (owner, created_at, id)`,
  ],
  serialReads: () => [],
  withoutSamples: () => [],
}

export const postgresDdl: DdlDialect = {
  serial: sql`integer generated always as identity primary key`,
  bigSerial: sql`bigint generated always as identity primary key`,
  bigKey: sql`bigint primary key`,
  key: sql`text collate "C"`,
  bytes: sql`bytea`,
  clustered: sql``,
  lastingKey: sql`integer primary key`,
  deletionTriggers: [
    ...keepDeleted('links', 'no', 'deleted_links'),
    ...keepDeleted('webhooks', 'id', 'deleted_webhooks'),
  ],
  keepOwners: [
    sql`create or replace function keep_deleted_links() returns trigger language plpgsql as $$
      begin
        insert into deleted_links (link_no, owner) select no, owner from gone on conflict do nothing;
        return null;
      end
    $$`,
  ],
  sumsTriggers: postgresSumsTriggers,
  keepTotals: postgresTotals,
  aliasTriggers: [
    // The trigger also runs for deletions of no row, its own among them.
    sql`create function delete_aliases() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from gone where alias_of is null) then
          delete from links using gone where links.alias_of = gone.no;
        end if;
        return null;
      end
    $$`,
    sql`create trigger delete_aliases after delete on links
      referencing old table as gone for each statement execute function delete_aliases()`,
  ],
  // Replicas have it as a step of theirs.
  guardTriggers: [],
  // Its indexes take no text of more than 2,704 bytes, and cannot return the value of an expression.
  searchIndex: [],
  // A setting of the tables, since poolers refuse unknown settings of connections. The lock lets reads and writes through.
  serialReads: (table) => [sql`alter table ${sql.table(table)} set (parallel_workers = 0)`],
  withoutSamples: (table, column) => [
    sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set statistics 0`,
  ],
}

/** The trigger runs once a deletion, regardless of the number of rows. */
function keepDeleted(table: string, key: string, into: string): RawBuilder<unknown>[] {
  const name = sql.ref(`keep_${into}`)
  return [
    sql`create function ${name}() returns trigger language plpgsql as $$
      begin
        insert into ${sql.table(into)} select ${sql.ref(key)} from gone on conflict do nothing;
        return null;
      end
    $$`,
    sql`create trigger ${name} after delete on ${sql.table(table)}
      referencing old table as gone for each statement execute function ${name}()`,
  ]
}
