import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { statements } from '../sql/migrations/migration.ts'
import { hitMonths } from './months/convert.ts'

/** Channel that announces changes to replicas. The payload is `namespace/slug`, or a hostname that was claimed, freed or got another owner. */
export const LINK_NEWS = 'link_news'
/** The payload when any link may have changed. It is no valid hostname, so older replicas ignore it. */
export const EVERYTHING = '*'

/**
 * Migrations for replicas that share a Postgres database. Their names sort among the migrations in `sql/migrations`; a step never changes.
 */
export const postgresMigrations: Record<string, Migration> = {
  '0005-replicas': statements(
    sql`create sequence replica_numbers`,
    sql`create function tell_link_news() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          perform pg_notify(${sql.lit(LINK_NEWS)}, old.namespace || '/' || old.slug);
        end if;
        if tg_op <> 'DELETE' then
          perform pg_notify(${sql.lit(LINK_NEWS)}, new.namespace || '/' || new.slug);
        end if;
        return null;
      end
    $$`,
    // The columns as of this step; `watchLinkColumns` adds later ones.
    sql`create trigger link_news
      after insert or delete or update of slug, namespace, target, rules, enable_tracking on links
      for each row execute function tell_link_news()`,
  ),
  '0007-domain-news': statements(
    sql`create function tell_domain_news() returns trigger language plpgsql as $$
      begin
        perform pg_notify(${sql.lit(LINK_NEWS)}, coalesce(new.hostname, old.hostname));
        return null;
      end
    $$`,
    sql`create trigger domain_news
      after insert or delete on domain_holders
      for each row execute function tell_domain_news()`,
  ),
  '0009-claimed-hosts-news': statements(
    sql`create trigger claimed_host_news
      after insert or delete on claimed_hosts
      for each row execute function tell_domain_news()`,
  ),
  '0010-takedown-news': statements(
    sql`create function tell_operator_news() returns trigger language plpgsql as $$
      begin
        perform pg_notify(${sql.lit(LINK_NEWS)}, ${sql.lit(EVERYTHING)});
        return null;
      end
    $$`,
    sql`create trigger operator_news
      after update on operator_changes
      for each row execute function tell_operator_news()`,
  ),
  // A replica of the previous version writes target and rules to the old columns. In a row with `guarded` these must be empty, so the
  // trigger moves the new values there, also from the columns of a link that an operator has disabled.
  '0017-guarded': statements(
    sql`create function keep_link_guarded() returns trigger language plpgsql as $$
      declare
        written_target json := to_json(coalesce(nullif(new.target, ''), nullif(new.guarded_target, '')));
        written_rules json := coalesce(nullif(new.rules, '[]'), nullif(new.guarded_rules, '[]'))::json;
      begin
        new.guarded := json_build_object(
          'target', coalesce(written_target, new.guarded::json -> 'target'),
          'rules', coalesce(written_rules, new.guarded::json -> 'rules'));
        new.target := '';
        new.rules := '[]';
        if new.guarded_target is not null then
          new.guarded_target := '';
          new.guarded_rules := '[]';
        end if;
        return new;
      end
    $$`,
    sql`create trigger link_guard
      before update of target, rules, guarded_target, guarded_rules on links
      for each row
      when (new.guarded is not null and (
        new.target <> '' or new.rules <> '[]' or new.guarded_target <> '' or new.guarded_rules <> '[]'))
      execute function keep_link_guarded()`,
  ),
  '0017-link-life-news': statements(
    // A change of a link also concerns its aliases.
    sql`create or replace function tell_link_news() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          perform pg_notify(${sql.lit(LINK_NEWS)}, old.namespace || '/' || old.slug);
        end if;
        if tg_op <> 'DELETE' then
          perform pg_notify(${sql.lit(LINK_NEWS)}, new.namespace || '/' || new.slug);
        end if;
        if tg_op = 'UPDATE' then
          perform pg_notify(${sql.lit(LINK_NEWS)}, namespace || '/' || slug) from links where alias_of = new.no;
        end if;
        return null;
      end
    $$`,
  ),
  '0043-hit-months': hitMonths,
}
