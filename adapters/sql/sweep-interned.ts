import type { Instant } from '@shortlink/core'
import { sql } from 'kysely'
import { UNFINDABLE_MS } from './interned.ts'
import type { Database } from './schema.ts'

type Table = 'hit_agents' | 'hit_referrers'

/** Rows that may be unused, by number, with the instant at which they were marked; null for those that are not. */
type Candidates = Map<number, Instant | null>

/** Read or looked at in a step, which takes a few milliseconds. */
const ROWS_PER_STEP = 4000
/** Marked or removed in a step. */
const WRITES_PER_STEP = 100
/** Of each table in memory, about 16 MiB; more take another pass over the hits. */
const MAX_CANDIDATES = 200_000

/**
 * Removes agents and referrers that no hit uses. `hits` has no index by agent or referrer, since each would cost every visit, so a
 * sweep passes over all hits, in short steps.
 *
 * Recorders look rows up by digest and remember their numbers for `REMEMBERED_MS`, so an unused row may be used again at any time. A
 * sweep therefore first marks it: its digest is replaced by one that nothing has, so that no recorder finds it any more. When a
 * sweep that begins `UNFINDABLE_MS` later, after all recorders have forgotten its number, sees no hit that uses it, it is removed.
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
        .select(['no', 'digest'])
        .execute()
      for (const { no, digest } of rows) candidates.set(no, markedAt(digest))
      after[table] = rows.at(-1)?.no ?? after[table]
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

/** Passes over the hits by id and takes out what they use. */
async function* withoutUsed(db: Database, agents: Candidates, referrers: Candidates): AsyncGenerator<number, void> {
  let after = -1n
  while (agents.size + referrers.size > 0) {
    const some = db.read
      .selectFrom('hits')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_STEP)
      .select(['id', 'agent_no', 'referrer_no'])
    const used = await db.read
      .selectFrom(some.as('some'))
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

/** Yields how many rows were removed. */
async function* removeOrMark(
  db: Database,
  table: Table,
  unused: Candidates,
  at: Instant,
): AsyncGenerator<number, void> {
  const numbers = (isWanted: (marked: Instant | null) => boolean) =>
    [...unused].flatMap(([no, marked]) => (isWanted(marked) ? [no] : []))
  for (const some of batches(numbers((marked) => marked !== null && marked <= at - UNFINDABLE_MS))) {
    const { numDeletedRows } = await db.write.deleteFrom(table).where('no', 'in', some).executeTakeFirstOrThrow()
    yield Number(numDeletedRows)
  }
  for (const some of batches(numbers((marked) => marked === null))) {
    await db.write
      .updateTable(table)
      .set({ digest: sql<string>`cast(${`${MARK}${at} `} as text) || no` })
      .where('no', 'in', some)
      .execute()
    yield 0
  }
}

function* batches(numbers: readonly number[]) {
  for (let from = 0; from < numbers.length; from += WRITES_PER_STEP) yield numbers.slice(from, from + WRITES_PER_STEP)
}

/** Digests are base64, which has no space. */
const MARK = 'unused '
const markedAt = (digest: string) => (digest.startsWith(MARK) ? Number(digest.split(' ')[1]) : null)
