import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { statements } from '../sql/migrations/migration.ts'

/** Channel on which replicas tell each other of changed links; the payload is `namespace/slug`, or a hostname that changed hands, was claimed, or was freed. */
export const LINK_NEWS = 'link_news'
/** The payload when any link may have changed; no hostname has it, so replicas that do not know it ignore it. */
export const EVERYTHING = '*'

/** What only Postgres needs: several servers share one database there. Names sort among those of `sql/migrations`. */
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
    // Only what visitors can notice: counting hits is no news.
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
}
