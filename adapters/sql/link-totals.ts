import type { Links, LinkTotals } from '@shortlink/core'
import { type Kysely, sql } from 'kysely'
import { isOwnedBy } from './leaving.ts'
import { hitCount, hits, toLink } from './link-rows.ts'
import type { Database, Schema } from './schema.ts'
import { inTransaction } from './transaction.ts'

/** Waits until all transactions that are under way have ended; false if they take too long. */
export type Settled = () => Promise<boolean>

/** Accounts with fewer links are summed, which takes two milliseconds. */
const MIN_LINKS = 1_000
/** Links in a new list of the most visited ones: nearly as many can be deleted before it must be made anew. */
const LISTED = 200
/** A list grows as links pass its floor. When it has more than this, it is made anew. */
const MAX_LISTED = 2_000
/** Accounts that wait for their totals to be prepared. */
const MAX_WANTED = 1_000

type Sums = Omit<LinkTotals, 'topLinks'>

/**
 * Totals of an account, exact at any moment: kept by triggers (see migration 0013) for an account with many links that has read them
 * before, else summed.
 */
export function linkTotals(db: Database, settled: Settled): Pick<Links, 'totals' | 'keepTotals'> {
  const wanted = new Set<string>()
  return {
    async totals(owner, top) {
      const kept = await keptTotals(db, owner, top)
      const totals = kept?.totals ?? (await summedTotals(db, owner, top))
      const isWanted = kept === undefined ? totals.totalLinks >= MIN_LINKS : kept.listed > MAX_LISTED
      if (isWanted && wanted.size < MAX_WANTED) wanted.add(owner)
      return totals
    },

    async keepTotals() {
      const [owner] = wanted
      if (owner === undefined) return false
      wanted.delete(owner)
      await prepare(db, owner, settled)
      return true
    },
  }
}

/** Removes all that is kept, so that it is made anew: what stored hits before may not have counted them. */
export async function forgetAllTotals(db: Kysely<Schema>): Promise<void> {
  const kept = await db.selectFrom('kept_totals').select('owner').execute()
  for (const { owner } of kept) await forgetTotals(db, owner)
}

/** Removes what is kept of an account's totals. */
export async function forgetTotals(db: Kysely<Schema>, owner: string): Promise<void> {
  for (const table of ['kept_totals', 'account_totals', 'top_links'] as const) {
    await db.deleteFrom(table).where('owner', '=', owner).execute()
  }
}

const isKept = (owner: string) =>
  sql<boolean>`exists (select 1 from kept_totals where owner = ${owner} and is_complete = 1)`

/** A subquery of how many links the account has; null when its totals are not kept. */
export const keptLinks = (owner: string) => {
  const links = sql`select cast(sum(links) as bigint) from account_totals`
  return sql<number | null>`(${links} where owner = ${owner} and ${isKept(owner)})`
}

/** Undefined when no totals are kept, or too few of the listed links are left. */
async function keptTotals(db: Database, owner: string, top: number) {
  const { rows } = await sql<Sums & { listed: number }>`
    select cast(sum(links) as bigint) as "totalLinks", cast(sum(tracked) as bigint) as "trackedLinks",
      cast(sum(clicks) as bigint) as "totalClicks", (select count(*) from top_links where owner = ${owner}) as listed
    from account_totals
    where owner = ${owner} and ${isKept(owner)}
    having count(*) > 0`.execute(db.read)
  const [kept] = rows
  if (kept === undefined) return undefined
  const { listed, ...sums } = kept
  // Without the owner of the links, by whose index a planner may begin, which would read all of them.
  const links = await mostVisited(db, top)
    .innerJoin('top_links', 'top_links.link_no', 'links.no')
    .where('top_links.owner', '=', owner)
    .selectAll('links')
    .execute()
  if (links.length < Math.min(top, sums.totalLinks)) return undefined
  return { totals: { ...sums, topLinks: links.map(toLink) }, listed }
}

async function summedTotals(db: Database, owner: string, top: number): Promise<LinkTotals> {
  const [sums, links] = await Promise.all([
    summed(db, owner).executeTakeFirstOrThrow(),
    mostVisited(db, top).where(isOwnedBy(owner)).selectAll('links').execute(),
  ])
  return { ...sums, topLinks: links.map(toLink) }
}

/**
 * Makes the triggers keep an account's totals. They begin with the commit of the floor, so all links are read when no transaction is
 * under way that began before. Of several servers that prepare the same account, the last that began completes it.
 */
async function prepare(db: Database, owner: string, settled: Settled): Promise<void> {
  const floor = await mostVisited(db, 1)
    .where(isOwnedBy(owner))
    .select(['created_at', 'id'])
    .offset(LISTED - 1)
    .executeTakeFirst()
  if (floor === undefined) return inTransaction(db, (db) => forgetTotals(db, owner))
  const attempt = await inTransaction(db, (db) => begin(db, owner, floor))
  if (!(await settled())) return
  const missed = await missedByTriggers(db, owner)
  const listed = await keysFrom(db, owner, floor)
  await inTransaction(db, (db) => complete(db, { owner, attempt, missed, listed }))
}

interface Floor {
  readonly hit_count: number
  readonly created_at: number
  readonly id: string
}

/** Returns the number of the attempt. */
async function begin(db: Kysely<Schema>, owner: string, { hit_count, created_at, id }: Floor): Promise<number> {
  const floor = { floor_hits: hit_count, floor_created_at: created_at, floor_id: id }
  const { attempt } = await db
    .insertInto('kept_totals')
    .values({ owner, attempt: 1, is_complete: 0, ...floor })
    .onConflict((conflict) =>
      conflict
        .column('owner')
        .doUpdateSet((of) => ({ ...floor, is_complete: 0, attempt: of('kept_totals.attempt', '+', 1) })),
    )
    .returning('attempt')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('top_links').where('owner', '=', owner).execute()
  if (attempt === 1) await db.insertInto('account_totals').values({ owner, links: 0, tracked: 0, clicks: 0 }).execute()
  return attempt
}

interface Prepared {
  readonly owner: string
  readonly attempt: number
  readonly missed: Missed
  readonly listed: readonly number[]
}

async function complete(db: Kysely<Schema>, { owner, attempt, missed, listed }: Prepared): Promise<void> {
  const completed = await db
    .updateTable('kept_totals')
    .set({ is_complete: 1 })
    .where('owner', '=', owner)
    .where('attempt', '=', attempt)
    .where('is_complete', '=', 0)
    .returning('owner')
    .executeTakeFirst()
  if (completed === undefined) return
  const { links, tracked, clicks } = missed
  await db
    .updateTable('account_totals')
    .set((of) => ({
      links: of('links', '+', links),
      tracked: of('tracked', '+', tracked),
      clicks: of('clicks', '+', clicks),
    }))
    .where('no', '=', (of) =>
      of
        .selectFrom('account_totals')
        .where('owner', '=', owner)
        .select((of) => of.fn.min('no').as('no')),
    )
    .execute()
  await db
    .insertInto('top_links')
    .values(listed.map((link_no) => ({ owner, link_no })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Missed = { readonly links: number; readonly tracked: number; readonly clicks: number }

/** Read in one statement, the difference stays right, regardless of what the triggers add later. */
async function missedByTriggers(db: Database, owner: string): Promise<Missed> {
  const kept = (column: keyof Missed) =>
    sql`(select coalesce(sum(${sql.ref(column)}), 0) from account_totals where owner = ${owner})`
  const { rows } = await sql<Missed>`
    select cast(count(*) - ${kept('links')} as bigint) as links,
      cast(coalesce(sum(enable_tracking), 0) - ${kept('tracked')} as bigint) as tracked,
      cast(coalesce(sum(${hits}), 0) - ${kept('clicks')} as bigint) as clicks
    from links where owner = ${owner}`.execute(db.read)
  return rows[0] ?? { links: 0, tracked: 0, clicks: 0 }
}

/** The keys of the links that belong in the list above the floor. */
async function keysFrom(db: Database, owner: string, { hit_count, created_at, id }: Floor): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select no as key from (select no, created_at, id, ${hitCount} from links where owner = ${owner}) as counted
    where hit_count > ${hit_count} or (hit_count = ${hit_count} and (created_at, id) <= (${created_at}, ${id}))`.execute(
    db.read,
  )
  return rows.map(({ key }) => key)
}

const summed = (db: Database, owner: string) =>
  db.read
    .selectFrom('links')
    .where(isOwnedBy(owner))
    .select((of) => [
      of.fn.countAll<number>().as('totalLinks'),
      // A sum over bigint is a decimal in Postgres.
      of.cast<number>(of.fn.coalesce(of.fn.sum<number>('enable_tracking'), sql.lit(0)), 'bigint').as('trackedLinks'),
      of.cast<number>(of.fn.coalesce(of.fn.sum<number>(hits), sql.lit(0)), 'bigint').as('totalClicks'),
    ])

const mostVisited = (db: Database, take: number) =>
  db.read
    .selectFrom('links')
    .select(hitCount)
    .orderBy('hit_count', 'desc')
    .orderBy('links.created_at')
    .orderBy('links.id')
    .limit(take)
