import type { Instant } from '@shortlink/core'
import { sql } from 'kysely'
import { UNFINDABLE_MS } from './interned.ts'
import type { Database } from './schema.ts'

type Table = 'hit_agents' | 'hit_referrers'

/** Rows that may be unused: the instant at which each was marked, or null, by key. */
type Candidates = Map<number, Instant | null>

/** Rows read in a step, which takes a few milliseconds. */
const ROWS_PER_STEP = 4000
/** Rows marked or removed in a step. */
const WRITES_PER_STEP = 100
/** Rows of each table in memory, about 16 MiB; more of them take another pass over the hits. */
const MAX_CANDIDATES = 200_000

/**
 * Removes agents and referrers that no hit uses. `hits` has no index by agent or referrer, which would make every visit dearer, so a
 * sweep passes over all hits, in short steps.
 *
 * Recorders find rows by digest and cache their keys for `CACHED_MS`, so an unused row may be used again at any time. A sweep
 * therefore first marks the row: it replaces the digest, so that no recorder finds the row any more. A sweep that begins at least
 * `UNFINDABLE_MS` later, when no recorder has the key cached, removes the row if still no hit uses it.
 */
export async function* sweepInterned(db: Database, at: Instant): AsyncGenerator<number, void> {
  const [after, done] = [
    { hit_agents: 0, hit_referrers: 0 },
    { hit_agents: false, hit_referrers: false },
  ]

  async function* candidatesOf(table: Table): AsyncGenerator<number, Candidates> {
    const candidates: Candidates = new Map()
    while (!done[table] && candidates.size < MAX_CANDIDATES) {
      const rows = await db.read
        .selectFrom(table)
        .where('no', '>', after[table])
        .orderBy('no')
        .limit(ROWS_PER_STEP)
        .select(['no as key', 'digest'])
        .execute()
      for (const { key, digest } of rows) candidates.set(key, markedAt(digest))
      after[table] = rows.at(-1)?.key ?? after[table]
      done[table] = rows.length < ROWS_PER_STEP
      yield 0
    }
    return candidates
  }

  while (!(done.hit_agents && done.hit_referrers)) {
    const agents = yield* candidatesOf('hit_agents')
    const referrers = yield* candidatesOf('hit_referrers')
    yield* withoutUsed(db, agents, referrers)
    yield* removeOrMark(db, 'hit_agents', agents, at)
    yield* removeOrMark(db, 'hit_referrers', referrers, at)
  }
}

/** Reads the hits by id and removes the rows that they use from the candidates. */
async function* withoutUsed(db: Database, agents: Candidates, referrers: Candidates): AsyncGenerator<number, void> {
  let after = -1n
  while (agents.size + referrers.size > 0) {
    const page = db.read
      .selectFrom('hits')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_STEP)
      .select(['id', 'agent_no', 'referrer_no'])
    const used = await db.read
      .selectFrom(page.as('page'))
      .groupBy(['agent_no', 'referrer_no'])
      .select(['agent_no', 'referrer_no', sql<string>`cast(max(id) as text)`.as('last')])
      .execute()
    if (used.length === 0) return
    for (const { agent_no, referrer_no, last } of used) {
      agents.delete(agent_no)
      if (referrer_no !== null) referrers.delete(referrer_no)
      if (BigInt(last) > after) after = BigInt(last)
    }
    yield 0
  }
}

/** Yields the number of removed rows after each step. */
async function* removeOrMark(
  db: Database,
  table: Table,
  unused: Candidates,
  at: Instant,
): AsyncGenerator<number, void> {
  const keys = (isWanted: (marked: Instant | null) => boolean) =>
    [...unused].flatMap(([key, marked]) => (isWanted(marked) ? [key] : []))
  for (const batch of batches(keys((marked) => marked !== null && marked <= at - UNFINDABLE_MS))) {
    const { numDeletedRows } = await db.write.deleteFrom(table).where('no', 'in', batch).executeTakeFirstOrThrow()
    yield Number(numDeletedRows)
  }
  for (const batch of batches(keys((marked) => marked === null))) {
    await db.write
      .updateTable(table)
      .set({ digest: sql<string>`cast(${`${MARK}${at} `} as text) || no` })
      .where('no', 'in', batch)
      .execute()
    yield 0
  }
}

function* batches(keys: readonly number[]) {
  for (let from = 0; from < keys.length; from += WRITES_PER_STEP) yield keys.slice(from, from + WRITES_PER_STEP)
}

/** Differs from every digest: base64 has no space. */
const MARK = 'unused '
const markedAt = (digest: string) => (digest.startsWith(MARK) ? Number(digest.split(' ')[1]) : null)
