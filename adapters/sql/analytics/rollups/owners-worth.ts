import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../schema.ts'
import { type Days, merged } from '../expressions/days.ts'
import { linkPages } from '../rolled-day/account-links.ts'
import { type DayKey, givenRows } from '../rolled-day/rolled-day.ts'
import { isGivenUp, MIN_HITS } from '../rolled-day/worth-rolling.ts'

/** Number of links to look up together for each of several accounts. Accounts with more are read by page. */
const FEW = 100
/** Accounts of a statement. */
const OWNERS_PER_STEP = 100

export type OwnerDay = DayKey & { readonly of: string }

interface Candidate extends OwnerDay {
  /** Number of visits that makes its rollups worthwhile. */
  readonly wanted: number
  readonly hits: number
  readonly links: number
}

const fewLinks = (owner: RawBuilder<unknown>) =>
  sql`select no from links where links.owner = ${owner} limit ${sql.lit(FEW)}`

/** Account days that have at least the given number of visits outside the rollups, among up to a hundred days. Yields after each step. */
export async function* ownerDaysWorth(
  db: Kysely<Schema>,
  asked: readonly DayKey[],
): AsyncGenerator<void, readonly OwnerDay[]> {
  const candidates = await candidatesOf(db, asked)
  const worth = candidates.filter(({ hits, wanted }) => hits >= wanted)
  const large = candidates.filter(({ hits, wanted, links }) => hits < wanted && links === FEW)
  for (const [of, days] of Map.groupBy(large, ({ of }) => of)) {
    const wanted = new Map(days.map(({ day, wanted }) => [day, wanted]))
    for (const run of merged(days.map(({ day }) => ({ from: day, to: day + 1 }))))
      for (const day of yield* daysWorth(db, of, run, wanted)) worth.push({ of, day, wanted: 0, hits: 0, links: 0 })
  }
  return worth
}

async function candidatesOf(db: Kysely<Schema>, asked: readonly DayKey[]): Promise<readonly Candidate[]> {
  if (asked.length === 0) return []
  const few = fewLinks(sql`asked.owner`)
  const { rows } = await sql<Candidate>`
    with asked as materialized (
      select value ->> 0 as owner, cast(value ->> 1 as integer) as day from ${givenRows(asked.map(({ of, day }) => [of, day]))}
    )
    select asked.owner as of, asked.day, coalesce(owner_rolled_days.hits, 0) + ${sql.lit(MIN_HITS)} as wanted,
      (select count(*) from (${few}) as few) as links,
      (select cast(coalesce(sum(count), 0) as bigint) from (${few}) as few
        join hit_days on hit_days.link_no = few.no and hit_days.day = asked.day) as hits
    from asked
    left join owner_rolled_days on owner_rolled_days.owner = asked.owner and owner_rolled_days.day = asked.day
    where not ${isGivenUp}`.execute(db)
  return rows
}

/** The days with at least the wanted number of visits of the account. */
async function* daysWorth(
  db: Kysely<Schema>,
  owner: string,
  { from, to }: Days,
  wanted: ReadonlyMap<number, number>,
): AsyncGenerator<void, readonly number[]> {
  const hits = new Map<number, number>()
  const worth = () => [...hits].filter(([day, count]) => count >= (wanted.get(day) ?? 0)).map(([day]) => day)
  for await (const links of linkPages(db, owner)) {
    const { rows } = await sql<{ day: number; count: number }>`
      select day, cast(sum(count) as bigint) as count from (${links}) as own
      join hit_days on hit_days.link_no = own.no and day >= ${from} and day < ${to} group by day`.execute(db)
    for (const { day, count } of rows) hits.set(day, (hits.get(day) ?? 0) + count)
    if (worth().length === to - from) break
    yield
  }
  return worth()
}

/** The next account with enough visits for rollups of a day, in the order of the ids. Yields after each step. */
export async function* nextOwner(db: Kysely<Schema>, known: string): AsyncGenerator<void, string | undefined> {
  for (let after: string | undefined = known; after !== undefined; ) {
    const owners: readonly Omit<Candidate, 'day' | 'wanted'>[] = await ownersAfter(db, after)
    yield
    for (const { of, hits, links } of owners)
      if (hits >= MIN_HITS || (links === FEW && (yield* hasManyHits(db, of)))) return of
    after = owners.at(-1)?.of
  }
  return undefined
}

async function ownersAfter(db: Kysely<Schema>, after: string): Promise<readonly Omit<Candidate, 'day' | 'wanted'>[]> {
  const few = fewLinks(sql`accounts.id`)
  const { rows } = await sql<Omit<Candidate, 'day' | 'wanted'>>`
    select id as of, (select count(*) from (${few}) as few) as links,
      (select cast(coalesce(sum(hits), 0) as bigint) from (${few}) as few join link_hits on link_no = few.no) as hits
    from (select id from users where id > ${after} order by id limit ${sql.lit(OWNERS_PER_STEP)}) as accounts order by id`.execute(
    db,
  )
  return rows
}

async function* hasManyHits(db: Kysely<Schema>, owner: string): AsyncGenerator<void, boolean> {
  let all = 0
  for await (const links of linkPages(db, owner)) {
    const { rows } = await sql<{ hits: number }>`
      select cast(coalesce(sum(hits), 0) as bigint) as hits from (${links}) as own join link_hits on link_no = own.no`.execute(
      db,
    )
    all += rows[0]?.hits ?? 0
    if (all >= MIN_HITS) return true
    yield
  }
  return false
}
