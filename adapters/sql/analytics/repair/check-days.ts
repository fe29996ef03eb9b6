import type { Instant } from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/adapter'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { filledUp } from '../../kit/filled-up.ts'
import { inOneState } from '../../kit/transaction.ts'
import type { Database, Schema } from '../../schema.ts'
import { type IdRange, isOfLink, MAX_ID } from '../expressions/days-of-ids.ts'

/** Maximum number of links per statement, with about {@link VISITS_PER_STEP} visits in total, or a single link. */
const LINKS_PER_STEP = 200
const VISITS_PER_STEP = 50_000

/** A day of a link with counts that differ from its retained visits. */
export interface MiscountedDay {
  readonly link: number
  readonly slug: string
  readonly day: number
  /** Missing counts, which may be negative. */
  readonly missing: readonly Count[]
}

interface Count {
  readonly country: string
  readonly device: string
  readonly count: number
  readonly visitors: number
}

type CountOfDay = Count & { readonly link: number; readonly day: number }

/** Compares the counts of days with the visits, in link order. Yields undefined after steps without differences. */
export async function* miscountedDays(
  db: Pick<Database, 'read'>,
  keptFrom: Instant | null,
): AsyncGenerator<MiscountedDay | undefined> {
  const from = (keptFrom ?? 0) / DAY_MS
  for (let after = 0; ; ) {
    const links = await nextLinks(db.read, after)
    const [first] = links
    if (first === undefined) return
    const isLarge = links.length === 1 && first.hits > VISITS_PER_STEP
    const missing = isLarge ? yield* missingOfLink(db, first.link, from) : await missingOfLinks(db.read, links, from)
    yield* byDay(missing, new Map(links.map(({ link, slug }) => [link, slug])))
    yield
    after = links.at(-1)?.link ?? after
  }
}

interface CountedLink {
  readonly link: number
  readonly slug: string
  readonly hits: number
}

async function nextLinks(db: Kysely<Schema>, after: number): Promise<readonly CountedLink[]> {
  const { rows } = await sql<CountedLink>`
    select link_no as link, slug, hits from link_hits join links on links.no = link_no
    where link_no > ${after} order by link_no limit ${sql.lit(LINKS_PER_STEP)}`.execute(db)
  let visits = 0
  return rows.filter(({ hits }, index) => {
    visits += hits
    return visits <= VISITS_PER_STEP || index === 0
  })
}

const isOf = (links: readonly CountedLink[]) => sql`link_no in (${sql.join(filledUp(links.map(({ link }) => link)))})`

const COLUMNS = sql`link_no, day, country, device`

/** The counts that visits give, from a day on. */
const countsOf = (visits: RawBuilder<unknown>, from: number) => sql`
  select link_no, at / ${sql.lit(DAY_MS)} as day, coalesce(country, '') as country, coalesce(device, 'other') as device,
    count(*) as count, cast(coalesce(sum(fresh), 0) as bigint) as visitors
  from (${visits}) as visits left join hit_agents on hit_agents.no = agent_no left join hit_places on hit_places.no = place_no
  where at >= ${BigInt(from) * BigInt(DAY_MS)} group by 1, 2, 3, 4`

async function missingOfLinks(
  db: Kysely<Schema>,
  links: readonly CountedLink[],
  from: number,
): Promise<readonly CountOfDay[]> {
  const visits = sql`select link_no, at, agent_no, place_no, fresh from hits where ${isOf(links)}`
  const { rows } = await sql<CountOfDay>`
    select link_no as link, day, country, device, cast(sum(count) as bigint) as count, cast(sum(visitors) as bigint) as visitors
    from (
      select ${COLUMNS}, count, visitors from (${countsOf(visits, from)}) as visited
      union all select ${COLUMNS}, -count, -visitors from hit_days where ${isOf(links)} and day >= ${from}
    ) as both_sides
    group by ${COLUMNS} having sum(count) <> 0 or sum(visitors) <> 0 order by link_no, day`.execute(db)
  return rows
}

/** Missing counts of one link with many visits, read in steps from one state of the database. */
async function* missingOfLink(
  db: Pick<Database, 'read'>,
  link: number,
  from: number,
): AsyncGenerator<undefined, readonly CountOfDay[]> {
  const missing = await inOneState(db, async (db) => {
    const counts = new Map<string, CountOfDay>()
    const add = (rows: readonly CountOfDay[], sign: 1 | -1) => {
      for (const row of rows) {
        const key = JSON.stringify([row.day, row.country, row.device])
        const { count, visitors } = counts.get(key) ?? { count: 0, visitors: 0 }
        counts.set(key, { ...row, count: count + sign * row.count, visitors: visitors + sign * row.visitors })
      }
    }
    for (let after: bigint | undefined = -1n; after !== undefined; ) {
      const last: bigint | undefined = await lastOfPage(db, link, after)
      add(await countsOfPage(db, link, { after, through: last ?? MAX_ID }, from), 1)
      after = last
    }
    add(await storedCounts(db, link, from), -1)
    return [...counts.values()].filter(({ count, visitors }) => count !== 0 || visitors !== 0)
  })
  // Lets the caller detect, before any change, that another process does the same.
  yield
  return missing.sort((one, other) => one.day - other.day)
}

/** The id of the last visit of a page; undefined when the page is the last. */
async function lastOfPage(db: Kysely<Schema>, link: number, after: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{ last: string }>`
    select cast(id as text) as last from hits where ${isOfLink(link, { after, through: MAX_ID })}
    order by link_no, id limit 1 offset ${sql.lit(VISITS_PER_STEP - 1)}`.execute(db)
  return rows[0] && BigInt(rows[0].last)
}

async function countsOfPage(
  db: Kysely<Schema>,
  link: number,
  range: IdRange,
  from: number,
): Promise<readonly CountOfDay[]> {
  const visits = sql`select link_no, at, agent_no, place_no, fresh from hits where ${isOfLink(link, range)}`
  const { rows } = await sql<CountOfDay>`
    select link_no as link, day, country, device, count, visitors from (${countsOf(visits, from)}) as counted`.execute(
    db,
  )
  return rows
}

async function storedCounts(db: Kysely<Schema>, link: number, from: number): Promise<readonly CountOfDay[]> {
  const { rows } = await sql<CountOfDay>`
    select link_no as link, day, country, device, count, visitors from hit_days
    where link_no = ${link} and day >= ${from}`.execute(db)
  return rows
}

function* byDay(missing: readonly CountOfDay[], slugs: ReadonlyMap<number, string>): Generator<MiscountedDay> {
  for (let from = 0; from < missing.length; ) {
    const { link, day } = missing[from] as CountOfDay
    const counts = missing.slice(from).findIndex((other) => other.link !== link || other.day !== day)
    const to = counts === -1 ? missing.length : from + counts
    yield { link, slug: slugs.get(link) ?? '', day, missing: missing.slice(from, to) }
    from = to
  }
}
