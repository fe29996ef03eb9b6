import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../../kit/transaction.ts'
import type { Schema } from '../../schema.ts'
import type { Roller } from '../rolled-day/roll-parts.ts'
import { type DayKey, givenRows, readRolledDay } from '../rolled-day/rolled-day.ts'
import { linkDaysWorth } from '../rolled-day/worth-rolling.ts'
import { type OwnerDay, ownerDaysWorth } from './owners-worth.ts'
import { type RollClock, rollDays, unlessFailed } from './roll-days.ts'

const DAYS_PER_STEP = 20
/** Maximum number of marks per step; a day with more is recomputed once more. */
const MAX_MARKS = 10_000

interface Mark {
  readonly link_no: number
  readonly marks: number
}

/** Recomputes the rollups of late days, first by link, then by account. A mark stays while more visits come late. */
export async function* rollLate(parts: Roller, clock: RollClock): AsyncGenerator<void, void> {
  const { db } = parts
  await forget(parts, isWithoutSums)
  for (let after: OwnerDay | undefined = { of: '', day: -1 }; after !== undefined; ) {
    const days: readonly OwnerDay[] = await lateDays(db.read, after)
    for (const key of days)
      yield* unlessFailed(parts, `late visits of account ${key.of}`, rollLateDay(parts, clock, key))
    after = days.at(-1)
    yield
  }
}

async function* rollLateDay(parts: Roller, clock: RollClock, key: OwnerDay): AsyncGenerator<void, void> {
  const { db } = parts
  // Read before the visits, so that the marks of missed visits have changed.
  const marks = await readMarks(db.read, key)
  const isOfLinksMade = yield* rollDays(parts, clock, await linksToMake(db.read, key, marks), { anew: true })
  const isStored = (await readRolledDay(db.read, key)) !== undefined
  const own = isStored ? [key] : yield* ownerDaysWorth(db.read, [key])
  const isOwnMade = yield* rollDays(parts, clock, own, { anew: true })
  if (!isOfLinksMade || !isOwnMade) return
  const made = givenRows(marks.map(({ link_no, marks }) => [link_no, marks]))
  const isMade = sql<boolean>`day = ${key.day} and (link_no, marks) in (
    select cast(value ->> 0 as integer), cast(value ->> 1 as integer) from ${made})`
  await forget(parts, isMade)
  yield
}

/** Links without an account have no rollups. */
const isWithoutSums = sql<boolean>`exists (select 1 from links where links.no = late_days.link_no and links.owner is null)`

/**
 * Removes marks that no transaction is changing. Transactions that store visits lock several marks in the order of the key; this one
 * removes marks in any order, so they would wait for each other.
 */
async function forget({ db, locks }: Roller, areForgotten: RawBuilder<boolean>): Promise<void> {
  await inTransaction(db, async (db) => {
    const free = await db
      .selectFrom('late_days')
      .where(areForgotten)
      .select(['link_no', 'day'])
      .orderBy('link_no')
      .orderBy('day')
      .limit(MAX_MARKS)
      .modifyEnd(locks.changeFree)
      .execute()
    if (free.length === 0) return
    await sql`
      delete from late_days where (link_no, day) in (
        select cast(value ->> 0 as integer), cast(value ->> 1 as integer)
        from ${givenRows(free.map(({ link_no, day }) => [link_no, day]))}
      )`.execute(db)
  })
}

async function lateDays(db: Kysely<Schema>, { of, day }: OwnerDay): Promise<readonly OwnerDay[]> {
  const { rows } = await sql<OwnerDay>`
    select distinct owner as of, day from late_days join links on links.no = late_days.link_no
    where (owner, day) > (${of}, ${day}) order by owner, day limit ${sql.lit(DAYS_PER_STEP)}`.execute(db)
  return rows
}

async function readMarks(db: Kysely<Schema>, { of, day }: OwnerDay): Promise<readonly Mark[]> {
  return db
    .selectFrom('late_days')
    .innerJoin('links', 'links.no', 'late_days.link_no')
    .where('links.owner', '=', of)
    .where('late_days.day', '=', day)
    .select(['late_days.link_no', 'late_days.marks'])
    .orderBy('late_days.link_no')
    .limit(MAX_MARKS)
    .execute()
}

/** Links that have rollups for the day, or now have enough visits for them. */
async function linksToMake(db: Kysely<Schema>, { day }: OwnerDay, marks: readonly Mark[]): Promise<readonly DayKey[]> {
  const marked = sql`
    select cast(value ->> 0 as integer) as link_no, cast(${day} as integer) as day
    from ${givenRows(marks.map(({ link_no }) => [link_no]))}`
  const { rows } = await sql<DayKey>`
    with marked as materialized (${marked})
    select rolled_days.link_no as of, rolled_days.day from marked
    join rolled_days on rolled_days.link_no = marked.link_no and rolled_days.day = marked.day
    order by rolled_days.link_no`.execute(db)
  const stored = new Set(rows.map(({ of }) => of))
  return [...rows, ...(await linkDaysWorth(db, marked)).filter(({ of }) => !stored.has(of))]
}
