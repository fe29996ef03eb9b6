import type { Link } from '@shortlink/core'
import type { Links, LinkTotals } from '@shortlink/core/ports'
import { sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import { forJobs } from '../kit/transaction.ts'
import { COMPUTED, hits } from '../rows/computed-columns.ts'
import { isOwnedBy } from '../rows/leaving.ts'
import { toLink } from '../rows/link-rows.ts'
import type { Database } from '../schema.ts'
import { prepareTotals, type Settled } from './keep-totals.ts'
import { mostVisited, mostVisitedListed, shortenLists } from './top-links.ts'

/** Accounts with fewer links are summed, which takes two milliseconds. */
const MIN_LINKS = 1_000
/** Accounts that wait for their totals to be prepared. */
const MAX_WANTED = 1_000

type Sums = Omit<LinkTotals, 'topLinks'>

/**
 * Totals of an account, exact at any moment. Triggers (see migration 0013) maintain them for an account with many links that has read them
 * before; otherwise each call sums them. If that exceeds the statement's time limit, a call rejects with `StoreBusy`, and the totals are
 * never prepared.
 */
export function linkTotals(db: Database, locks: RowLocks, settled: Settled): Pick<Links, 'totals' | 'keepTotals'> {
  const wanted = new Set<string>()
  return {
    async totals(owner, top) {
      const kept = await keptTotals(db, owner, top)
      if (kept !== undefined) return kept
      const totals = await db.offload(owner, (read) => summedTotals({ read }, owner, top))
      if (totals.totalLinks >= MIN_LINKS && wanted.size < MAX_WANTED) wanted.add(owner)
      return totals
    },

    async *keepTotals() {
      const jobs = forJobs(db)
      for (const owner of wanted) {
        wanted.delete(owner)
        await prepareTotals(jobs, locks, settled, owner)
        yield
      }
      yield* shortenLists(jobs, locks)
    },
  }
}

const isKept = (owner: string) =>
  sql<boolean>`exists (select 1 from kept_totals where owner = ${owner} and is_complete = 1)`

/** A subquery for the number of links of the account; null without stored totals. */
export const keptLinks = (owner: string) => {
  const links = sql`select cast(sum(links) as bigint) from account_totals`
  return sql<number | null>`(${links} where owner = ${owner} and ${isKept(owner)})`
}

/** Undefined without stored totals, or when too few of the listed links are left. */
async function keptTotals(db: Database, owner: string, top: number): Promise<LinkTotals | undefined> {
  const { rows } = await sql<Sums>`
    select cast(sum(links) as bigint) as "totalLinks", cast(sum(tracked) as bigint) as "trackedLinks",
      cast(sum(clicks) as bigint) as "totalClicks"
    from account_totals
    where owner = ${owner} and ${isKept(owner)}
    having count(*) > 0`.execute(db.read)
  const [sums] = rows
  if (sums === undefined) return undefined
  const topLinks = await readLinks(db, mostVisitedListed(db, owner, top))
  return topLinks.length < Math.min(top, sums.totalLinks) ? undefined : { ...sums, topLinks }
}

/** By one statement after the other, since each occupies a reader for long. */
async function summedTotals(db: Pick<Database, 'read'>, owner: string, top: number): Promise<LinkTotals> {
  const sums = await db.read
    .selectFrom('links')
    .where(isOwnedBy(owner))
    .select((of) => [
      of.fn.countAll<number>().as('totalLinks'),
      // A sum over bigint is a decimal in Postgres.
      of.cast<number>(of.fn.coalesce(of.fn.sum<number>('enable_tracking'), sql.lit(0)), 'bigint').as('trackedLinks'),
      of.cast<number>(of.fn.coalesce(of.fn.sum<number>(hits), sql.lit(0)), 'bigint').as('totalClicks'),
    ])
    .executeTakeFirstOrThrow()
  return { ...sums, topLinks: await readLinks(db, mostVisited(db, top).where(isOwnedBy(owner))) }
}

/** Reads the picked links. Columns are computed after picking, not for all candidates. */
async function readLinks({ read }: Pick<Database, 'read'>, picked: ReturnType<typeof mostVisited>): Promise<Link[]> {
  const rows = await read
    .selectFrom(picked.select('links.no').as('picked'))
    .innerJoin('links', 'links.no', 'picked.no')
    .selectAll('links')
    .select(COMPUTED)
    .orderBy('picked.hit_count', 'desc')
    .orderBy('links.created_at')
    .orderBy('links.id')
    .execute()
  return rows.map(toLink)
}
