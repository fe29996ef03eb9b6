import type { Instant } from '@shortlink/core'
import { Kysely, sql } from 'kysely'
import type { HitMonths } from '../../sql/hits/hit-months.ts'
import { openPool } from '../connection/connect.ts'
import { postgresDialect } from '../connection/dialect.ts'
import { endPool } from '../connection/end-pool.ts'
import { addMonths } from './add-months.ts'
import { monthsAhead } from './convert.ts'
import { dropMonths } from './drop-months.ts'
import type { AnySchema } from './partitions.ts'

/** No caller waits for these statements: one that waits for readers of visits may take as long as such a reader. */
const LIMITS = { connectMs: 5_000, statementMs: 60_000 }

/** The partitions of `hits`. Work on them opens a separate connection while it runs. */
export const postgresHitMonths = (url: string): HitMonths => ({
  async prepare(now: Instant) {
    await using connection = connect(url)
    await addMonths(connection.db, monthsAhead(now))
    await analyzeIfGrown(connection.db)
  },
  async *drop(before, end) {
    await using connection = connect(url)
    yield* dropMonths(connection.db, before, end)
  },
})

function connect(url: string) {
  const pool = openPool(url, 1, LIMITS)
  const db: AnySchema = new Kysely({ dialect: postgresDialect(pool) })
  return { db, [Symbol.asyncDispose]: () => endPool(pool) }
}

/** Autovacuum analyzes each partition, but never all together, which the planner needs for joins. */
async function analyzeIfGrown(db: AnySchema): Promise<void> {
  const { rows } = await sql<{ grown: boolean }>`
    select coalesce(sum(greatest(one.reltuples, 0)), 0) > 1.2 * greatest(min(hits.reltuples), 0) + 1000 as grown
    from pg_class as hits join pg_inherits on inhparent = hits.oid join pg_class as one on one.oid = inhrelid
    where hits.oid = to_regclass('hits')`.execute(db)
  if (rows[0]?.grown) await sql`analyze hits`.execute(db)
}
