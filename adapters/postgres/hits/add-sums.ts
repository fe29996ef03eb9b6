import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { HitSums } from '../../sql/hits/hit-sums.ts'
import { LateDays } from '../../sql/hits/late-days.ts'
import type { Schema } from '../../sql/schema.ts'
import { bigints, integers, texts } from './arrays.ts'
import type { CountedHit } from './first-hits.ts'

/** Additions to the counts from some hits. */
export interface Sums {
  readonly sums: HitSums
  readonly late: LateDays
}

/** Number of hits between two pauses, which let the process send its output. */
const AT_ONCE = 1000

/** Adds up hits while the database stores them. */
export async function sumsOf(hits: readonly CountedHit[]): Promise<Sums> {
  const sums = new HitSums()
  const late = new LateDays()
  for (const [index, [hit, linkKey, isFirst]] of hits.entries()) {
    if (index % AT_ONCE === 0) await setImmediate()
    sums.add(hit, linkKey, isFirst)
    late.add(hit, linkKey)
  }
  return { sums, late }
}

export async function addSums(db: Kysely<Schema>, { sums: { links, days }, late }: Sums) {
  await sql`
    insert into link_hits (link_no, hits)
    select * from unnest(${integers([...links.keys()])}::integer[], ${bigints([...links.values()])}::bigint[])
    order by 1
    on conflict (link_no) do update set hits = link_hits.hits + excluded.hits`.execute(db)
  await sql`
    insert into hit_days (link_no, day, country, device, count, visitors)
    select * from unnest(
      ${integers(days.map(({ link_no }) => link_no))}::integer[],
      ${integers(days.map(({ day }) => day))}::integer[],
      ${texts(days.map(({ country }) => country))}::text[],
      ${texts(days.map(({ device }) => device))}::text[],
      ${bigints(days.map(({ count }) => count))}::bigint[],
      ${bigints(days.map(({ visitors }) => visitors))}::bigint[]
    )
    order by 1, 2, 3, 4
    on conflict (link_no, day, country, device)
    do update set count = hit_days.count + excluded.count, visitors = hit_days.visitors + excluded.visitors`.execute(db)
  await markLate(db, late.days)
}

async function markLate(db: Kysely<Schema>, days: LateDays['days']) {
  if (days.length === 0) return
  await sql`
    insert into late_days (link_no, day)
    select * from unnest(
      ${integers(days.map(({ link_no }) => link_no))}::integer[],
      ${integers(days.map(({ day }) => day))}::integer[]
    )
    order by 1, 2
    on conflict (link_no, day) do update set marks = late_days.marks + 1`.execute(db)
}
