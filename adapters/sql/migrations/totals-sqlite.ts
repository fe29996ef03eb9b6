import { sql } from 'kysely'

const anyKept = sql`exists (select 1 from kept_totals)`

/**
 * Triggers that maintain the totals of migration 0013 when links change. The recorder adds hits: a trigger would take 10 µs for each link
 * of a batch.
 */
export const sqliteTotals = [
  sql`create trigger totals_link_added after insert on links when ${anyKept} begin
    update account_totals set links = links + 1, tracked = tracked + new.enable_tracking, clicks = clicks + new.earlier_hits
    where owner = new.owner;
    insert into top_links (owner, link_no)
    select new.owner, links.no from kept_totals join links on links.id = new.id
    where kept_totals.owner = new.owner and (new.earlier_hits > floor_hits
      or (new.earlier_hits = floor_hits and (new.created_at, new.id) <= (floor_created_at, floor_id)))
    on conflict do nothing;
  end`,
  // Another trigger may give a new link another number.
  sql`create trigger totals_link_numbered after update of no on links when ${anyKept} begin
    update top_links set link_no = new.no where owner = new.owner and link_no = old.no;
  end`,
  sql`create trigger totals_link_tracked after update of enable_tracking on links when ${anyKept} begin
    update account_totals set tracked = tracked + new.enable_tracking - old.enable_tracking where owner = new.owner;
  end`,
  // The hits of a deleted link may stay for a while after it; they are no longer counted then.
  sql`create trigger totals_link_deleted after delete on links when ${anyKept} begin
    update account_totals set links = links - 1, tracked = tracked - old.enable_tracking,
      clicks = clicks - old.earlier_hits - coalesce((select hits from link_hits where link_no = old.no), 0)
    where owner = old.owner;
    delete from top_links where owner = old.owner and link_no = old.no;
  end`,
]
