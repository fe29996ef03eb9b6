import type { Instant } from '@shortlink/core'
import { DAY_MS, KEPT_FROM } from '@shortlink/core/adapter'
import type { DamagedSums } from '@shortlink/core/ports'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { findDamage } from './analytics/repair/damaged-sums.ts'
import { isNetwork } from './hits/cut-addresses.ts'
import { appliedSteps, canServeBeside } from './migrate.ts'
import { isThere } from './rows/leaving.ts'
import type { Schema } from './schema.ts'

/** State of a database. Inspecting changes nothing. */
export interface Inspection {
  readonly schema: {
    readonly applied: readonly string[]
    /** Migrations that this version would run at the next start. */
    readonly missing: readonly string[]
    /** Migrations of a newer version. */
    readonly unknown: readonly string[]
  }
  /** Instance values by name; empty when the schema has no table for them. */
  readonly instance: Readonly<Record<string, string>>
  /** The source of an unfinished copy into the database; null when there is none. */
  readonly unfinishedCopy: string | null
  /** Null when this version cannot read the schema. */
  readonly counts: Counts | null
}

interface Counts {
  readonly links: number
  readonly hits: number
  /** Slugs of links (at most 10) with a count that differs from the number of their hits or from their daily sums. */
  readonly miscounted: readonly string[]
  /** Sums of days (at most 10) that differ from the hits or from the counts. */
  readonly damaged: readonly DamagedSums[]
  /** Numbers of unexpired API keys by the pepper of their digests; null for keys of earlier versions. */
  readonly keys: readonly { readonly pepper: string | null; readonly keys: number }[]
  /** Time of the oldest visit; null without one. */
  readonly oldestHit: Instant | null
  /** Time of the oldest visit with a full IP address. */
  readonly oldestAddress: Instant | null
}

/** Inspects a database of any version, or an empty one. */
export async function inspect(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<Inspection> {
  const known = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).getMigrations()
  const applied = await appliedSteps(db)
  const missing = known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
  const unknown = applied.filter((name) => !(name in migrations))
  const isUsable = missing.length === 0 && canServeBeside(unknown)
  return {
    schema: { applied, missing, unknown },
    ...(applied.includes('0011-instance') ? await readInstance(db) : { instance: {}, unfinishedCopy: null }),
    counts: isUsable ? await count(db) : null,
  }
}

async function readInstance(db: Kysely<Schema>): Promise<Pick<Inspection, 'instance' | 'unfinishedCopy'>> {
  const values = await db.selectFrom('instance').selectAll().execute()
  const copy = await db.selectFrom('copy_progress').select('source').executeTakeFirst()
  return {
    instance: Object.fromEntries(values.map(({ name, value }) => [name, value])),
    unfinishedCopy: copy?.source ?? null,
  }
}

/**
 * Checks the counts: each hit adds to its link's count and to one daily sum, in one transaction. Days with purged hits have only the daily
 * sums.
 */
async function count(db: Kysely<Schema>): Promise<Counts> {
  const keptFrom = sql`coalesce((select cast(value as bigint) from instance where name = ${KEPT_FROM}), 0)`
  const { rows } = await sql<{ slug: string }>`
    select links.slug from links
    left join link_hits on link_hits.link_no = links.no
    left join (select link_no, count(*) as hits from hits where at >= ${keptFrom} group by link_no) as own on own.link_no = links.no
    left join (
      select link_no, sum(count) as hits, sum(case when day < ${keptFrom} / ${sql.lit(DAY_MS)} then count else 0 end) as purged
      from hit_days group by link_no
    ) as days on days.link_no = links.no
    where coalesce(link_hits.hits, 0) <> coalesce(own.hits, 0) + coalesce(days.purged, 0)
      or coalesce(link_hits.hits, 0) <> coalesce(days.hits, 0)
    order by links.no limit 10`.execute(db)
  const total = async (query: RawBuilder<{ count: number }>) => Number((await query.execute(db)).rows[0]?.count)
  const links = await total(sql`select count(*) as count from links where ${isThere}`)
  // Without the hits of deleted links, which are removed in the background.
  const hits = await total(sql`
    select count(*) as count from hits where link_no not in (
      select link_no from deleted_links union all select no from links where owner in (select id from deleted_accounts)
    )`)
  const oldest = async (condition: RawBuilder<unknown>) =>
    (await sql<{ at: Instant | null }>`select min(at) as at from hits where ${condition}`.execute(db)).rows[0]?.at ??
    null
  const keys = await sql<{ pepper: string | null; count: number }>`
    select pepper, count(*) as count from api_keys
    where expires_at is null or expires_at > ${Date.now()} group by pepper`.execute(db)
  return {
    links,
    hits,
    keys: keys.rows.map(({ pepper, count }) => ({ pepper, keys: Number(count) })),
    miscounted: rows.map(({ slug }) => slug),
    damaged: await findDamage({ read: db }),
    oldestHit: await oldest(sql`1 = 1`),
    oldestAddress: await oldest(sql`not ${isNetwork}`),
  }
}
