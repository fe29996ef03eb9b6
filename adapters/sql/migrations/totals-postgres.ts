import { type RawBuilder, sql } from 'kysely'

/** Adds to a row that no other transaction has locked, so that transactions of one account neither wait for each other nor deadlock. */
const addToTotals = sql`create function add_to_totals(account text, more_links bigint, more_tracked bigint, more_clicks bigint)
  returns void language plpgsql as $$
  begin
    update account_totals
    set links = links + more_links, tracked = tracked + more_tracked, clicks = clicks + more_clicks
    where no = (select no from account_totals where owner = account limit 1 for update skip locked);
    if not found then
      insert into account_totals (owner, links, tracked, clicks) values (account, more_links, more_tracked, more_clicks);
    end if;
  end
$$`

const atFloor = sql`(all_hits > floor_hits or (all_hits = floor_hits and (created_at, id) <= (floor_created_at, floor_id)))`

/** For links that were inserted or deleted. The hits of a deleted link may stay for a while after it; they are no longer counted then. */
const keepLinks = sql`create function keep_totals_of_links() returns trigger language plpgsql as $$
  declare
    way integer := case tg_op when 'INSERT' then 1 else -1 end;
    change record;
  begin
    if not exists (select 1 from kept_totals) then return null; end if;
    for change in
      select changed.owner, count(*) as links, sum(enable_tracking) as tracked,
        sum(earlier_hits + coalesce((select hits from link_hits where link_no = changed.no), 0))::bigint as clicks
      from changed join kept_totals on kept_totals.owner = changed.owner
      group by changed.owner
    loop
      perform add_to_totals(change.owner, way * change.links, way * change.tracked, way * change.clicks);
    end loop;
    if tg_op = 'DELETE' then
      delete from top_links using changed where top_links.owner = changed.owner and top_links.link_no = changed.no;
    else
      insert into top_links (owner, link_no)
      select owner, no from (
        select changed.*, earlier_hits as all_hits, floor_hits, floor_created_at, floor_id
        from changed join kept_totals on kept_totals.owner = changed.owner
      ) as added
      where ${atFloor} order by no on conflict do nothing;
    end if;
    return null;
  end
$$`

const keepTracked = sql`create function keep_totals_of_tracking() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from kept_totals where owner = new.owner) then
      perform add_to_totals(new.owner, 0, new.enable_tracking - old.enable_tracking, 0);
    end if;
    return null;
  end
$$`

/** For counts of links; `deltas` are their changes. Each link is looked up once, since this runs for every batch of hits. */
const keepHits = (name: string, deltas: RawBuilder<unknown>) => sql`
  create function ${sql.raw(name)}() returns trigger language plpgsql as $$
  declare
    accounts bigint;
  begin
    if not exists (select 1 from kept_totals) then return null; end if;
    with counted as materialized (
      select links.owner, links.no, links.id, links.created_at, deltas.more, links.earlier_hits + deltas.hits as all_hits
      from (${deltas}) as deltas join links on links.no = deltas.link_no
    ),
    kept as materialized (
      select counted.*, floor_hits, floor_created_at, floor_id
      from counted join kept_totals on kept_totals.owner = counted.owner
    ),
    listed as (
      insert into top_links (owner, link_no)
      -- A link that was above the floor before is listed already.
      select owner, no from kept where ${atFloor} and all_hits - more <= floor_hits order by no on conflict do nothing
    )
    select count(add_to_totals(owner, 0, 0, clicks)) into accounts
    from (select owner, sum(more)::bigint as clicks from kept group by owner) as sums;
    return null;
  end
$$`

/** Triggers that maintain the totals of migration 0013. */
export const postgresTotals = [
  addToTotals,
  keepLinks,
  sql`create trigger totals_links_added after insert on links referencing new table as changed
    for each statement execute function keep_totals_of_links()`,
  sql`create trigger totals_links_deleted after delete on links referencing old table as changed
    for each statement execute function keep_totals_of_links()`,
  keepTracked,
  sql`create trigger totals_link_tracked after update of enable_tracking on links
    for each row execute function keep_totals_of_tracking()`,
  keepHits('keep_totals_of_added_hits', sql`select link_no, hits as more, hits from changed`),
  sql`create trigger totals_hits_added after insert on link_hits referencing new table as changed
    for each statement execute function keep_totals_of_added_hits()`,
  keepHits(
    'keep_totals_of_changed_hits',
    sql`select link_no, sum(change)::bigint as more, max(new_hits) as hits
      from (
        select link_no, hits as change, hits as new_hits from changed
        union all select link_no, -hits, null from before
      ) as changes
      group by link_no`,
  ),
  sql`create trigger totals_hits_changed after update on link_hits referencing old table as before new table as changed
    for each statement execute function keep_totals_of_changed_hits()`,
]
