import type { Database } from 'better-sqlite3'
import type { HitSums } from '../../sql/hits/hit-sums.ts'

const ROWS = 32

/** Creates the function that adds new hits to the counts of links and days, within the transaction that has inserted them. */
export function sumAdder(db: Database): (sums: Pick<HitSums, 'links' | 'days'>) => void {
  const addToLinks = inGroups(
    db,
    2,
    (rows) => `insert into link_hits (link_no, hits) values ${rows}
     on conflict (link_no) do update set hits = hits + excluded.hits`,
  )
  const addToDays = inGroups(
    db,
    6,
    (rows) => `insert into hit_days (link_no, day, country, device, count, visitors) values ${rows}
     on conflict (link_no, day, country, device)
     do update set count = count + excluded.count, visitors = visitors + excluded.visitors`,
  )
  return ({ links, days }) => {
    addToLinks([...links])
    addToDays(
      days.map(({ link_no, day, country, device, count, visitors }) => [
        link_no,
        day,
        country,
        device,
        count,
        visitors,
      ]),
    )
  }
}

/**
 * Creates a function that runs a statement over rows in groups, since a call of the driver costs as much as SQLite's work for a row. The
 * rows come in key order: SQLite copies each page that such a statement changes, and neighbors share theirs.
 */
function inGroups(db: Database, columns: number, sqlOf: (rows: string) => string) {
  const row = `(${Array(columns).fill('?').join()})`
  const of = (rows: number) => db.prepare(sqlOf(Array(rows).fill(row).join()))
  const [one, many] = [of(1), of(ROWS)]
  return (rows: readonly (readonly unknown[])[]) => {
    let at = 0
    for (; at + ROWS <= rows.length; at += ROWS) many.run(rows.slice(at, at + ROWS).flat())
    for (const rest of rows.slice(at)) one.run(rest)
  }
}
