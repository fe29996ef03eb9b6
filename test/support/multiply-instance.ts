import Sqlite from 'better-sqlite3'

/** Tables that grow with accounts and visits. All accounts share agents, places and referrers. */
const TABLES = [
  'users',
  'api_keys',
  'links',
  'link_hits',
  'bio_pages',
  'bio_links',
  'bio_views',
  'hit_destinations',
  'hits',
  'hit_days',
] as const

/** Text columns that distinguish copies. */
const TEXTS = new Set(['id', 'owner', 'digest', 'email', 'email_folded', 'slug', 'slug_folded', 'bio_page'])
const NUMBERS = new Set(['no', 'link_no', 'destination_no'])

/** New ids below all others, in the same order. */
const HIT_ID = '(select min(id) from hits) - n * 1000000 + row_number() over (partition by n order by id)'

/** Copies the accounts of an SQLite database with all their data until it has `times` as many, with separate ids. */
export function multiplyInstance(file: string, times: number): void {
  const db = new Sqlite(file)
  db.transaction(() => {
    for (const table of TABLES) multiply(db, table, times)
  })()
  db.close()
}

function multiply(db: Sqlite.Database, table: (typeof TABLES)[number], times: number) {
  const columns = db
    .prepare<[string], { name: string; type: string }>('select name, type from pragma_table_info(?)')
    .all(table)
  const values = columns.map(({ name, type }) => {
    if (TEXTS.has(name) && type.toLowerCase() === 'text') return `"${name}" || '-' || n`
    if (NUMBERS.has(name)) return `"${name}" + n * 1000`
    return table === 'hits' && name === 'id' ? HIT_ID : `"${name}"`
  })
  db.exec(`insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
    with recursive copies (n) as (select 1 union all select n + 1 from copies where n < ${times - 1})
    select ${values.join(', ')} from copies cross join "${table}"`)
}
