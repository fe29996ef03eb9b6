import { sql } from 'kysely'

/** `deleted_links.subtracted_day` when no day of the account's rollups includes visits of the link any more. */
export const ALL_DAYS = 2 ** 31 - 1

/** Makes the roller recompute a day. */
const RESET = sql`through = 0, made_from = 0, version = version + 1, hits = 0, bots = 0, visitors = 0`

/** SQLite triggers. See `DdlDialect.sumsTriggers`. */
export const sqliteSumsTriggers = [
  sql`create trigger remove_sums_of_link after delete on deleted_links
      begin
        delete from rolled_days where link_no = old.link_no;
        delete from hit_rolls where link_no = old.link_no;
        delete from late_days where link_no = old.link_no;
      end`,
  sql`create trigger reset_sums_of_owner after delete on deleted_links
      when old.owner is not null and old.subtracted_day < ${sql.lit(ALL_DAYS)}
      begin update owner_rolled_days set ${RESET} where owner = old.owner and through > 0; end`,
  sql`create trigger reset_sums_of_account after delete on users
      begin update owner_rolled_days set ${RESET} where owner = old.id; end`,
]

/** Postgres triggers with the same effect: each runs once per statement. */
export const postgresSumsTriggers = [
  sql`create function remove_sums_of_links() returns trigger language plpgsql as $$
      begin
        delete from rolled_days using gone where rolled_days.link_no = gone.link_no;
        delete from hit_rolls using gone where hit_rolls.link_no = gone.link_no;
        delete from late_days using gone where late_days.link_no = gone.link_no;
        update owner_rolled_days set ${RESET}
        where owner in (select owner from gone where subtracted_day < ${sql.lit(ALL_DAYS)}) and through > 0;
        return null;
      end
    $$`,
  sql`create trigger remove_sums_of_links after delete on deleted_links
      referencing old table as gone for each statement execute function remove_sums_of_links()`,
  sql`create function reset_sums_of_accounts() returns trigger language plpgsql as $$
      begin
        update owner_rolled_days set ${RESET} where owner in (select id from gone);
        return null;
      end
    $$`,
  sql`create trigger reset_sums_of_accounts after delete on users
      referencing old table as gone for each statement execute function reset_sums_of_accounts()`,
]
