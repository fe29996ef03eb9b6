import type { Database } from 'better-sqlite3'

/**
 * Makes the function that adds new hits to the kept totals of accounts (see `sql/keep-totals.ts`), within the transaction that has added
 * them to the counts of their links. Two queries for all links of a batch: triggers would cost a fifth of what storing hits does.
 */
export function hitTotals(db: Database): (links: Iterable<readonly [linkKey: number, hits: number]>) => void {
  const isAnyKept = db.prepare<[], 0 | 1>('select exists (select 1 from kept_totals)').pluck()
  const addClicks = db.prepare<[string]>(
    `update account_totals set clicks = account_totals.clicks + counted.clicks
     from (
       select links.owner, sum(visited.value) as clicks
       from json_each(?) as visited cross join links on links.no = visited.key
       group by links.owner
     ) as counted
     where account_totals.owner = counted.owner`,
  )
  const listVisited = db.prepare<[string]>(
    `insert into top_links (owner, link_no)
     select links.owner, links.no
     from json_each(?) as visited
     cross join links on links.no = visited.key
     cross join kept_totals on kept_totals.owner = links.owner
     cross join link_hits on link_hits.link_no = links.no
     where (earlier_hits + hits > floor_hits
         or (earlier_hits + hits = floor_hits and (links.created_at, links.id) <= (floor_created_at, floor_id)))
       -- A link that was above the floor before is listed already.
       and earlier_hits + hits - visited.value <= floor_hits
     on conflict do nothing`,
  )
  return (links) => {
    if (isAnyKept.get() === 0) return
    const visited = JSON.stringify(Object.fromEntries(links))
    addClicks.run(visited)
    listVisited.run(visited)
  }
}
