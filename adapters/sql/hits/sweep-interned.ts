import type { Instant } from '@shortlink/core'
import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import { UNFINDABLE_MS } from './interned.ts'

/** The tables to sweep, each with the column of hits that references its rows. */
const SWEPT = [
  { table: 'hit_agents', column: 'agent_no' },
  { table: 'hit_referrers', column: 'referrer_no' },
  { table: 'hit_campaigns', column: 'campaign_no' },
] as const

/** Rows that may be unused: the instant at which each was marked, or null, by key. */
type Candidates = Map<number, Instant | null>

/** A pass over the rows of a table. */
type Pass = (typeof SWEPT)[number] & {
  /** The rows that it reads in one turn. */
  readonly candidates: Candidates
  after: number
  isDone: boolean
}

/** Rows read in a step, which takes a few milliseconds. */
const ROWS_PER_STEP = 4000
/** Rows marked or removed in a step. */
const WRITES_PER_STEP = 100
/** Rows of each table in memory, about 16 MiB; more of them take another pass over the hits. */
const MAX_CANDIDATES = 200_000

/**
 * Removes agents, referrers and campaigns that no hit uses. `hits` has no index by any of them, which would make every visit more
 * expensive, so a sweep passes over all hits, in short steps.
 *
 * Recorders find rows by digest and cache their keys for `CACHED_MS`, so an unused row may be used again at any time. A sweep therefore
 * first marks the row: it replaces the digest, so that no recorder finds the row any more. A sweep that starts at least `UNFINDABLE_MS`
 * later, when no recorder has the key cached, removes the row if still no hit uses it.
 */
export async function* sweepInterned(db: Database, at: Instant): AsyncGenerator<number, void> {
  const passes: Pass[] = SWEPT.map((swept) => ({ ...swept, after: 0, isDone: false, candidates: new Map() }))
  while (!passes.every(({ isDone }) => isDone)) {
    for (const pass of passes) yield* readCandidates(db, pass)
    yield* withoutUsed(db, passes)
    for (const { table, candidates } of passes) yield* removeOrMark(db, table, candidates, at)
  }
}

/** Reads the next rows of the table as candidates, in place of the last ones. */
async function* readCandidates(db: Database, pass: Pass): AsyncGenerator<number, void> {
  const { table, candidates } = pass
  candidates.clear()
  while (!pass.isDone && candidates.size < MAX_CANDIDATES) {
    const rows = await db.read
      .selectFrom(table)
      .where('no', '>', pass.after)
      .orderBy('no')
      .limit(ROWS_PER_STEP)
      .select(['no as key', 'digest'])
      .execute()
    for (const { key, digest } of rows) candidates.set(key, markedAt(digest))
    pass.after = rows.at(-1)?.key ?? pass.after
    pass.isDone = rows.length < ROWS_PER_STEP
    yield 0
  }
}

/** Reads the hits by id and removes the rows that they use from the candidates. */
async function* withoutUsed(db: Database, passes: readonly Pass[]): AsyncGenerator<number, void> {
  const columns = SWEPT.map(({ column }) => column)
  let after = -1n
  while (passes.some(({ candidates }) => candidates.size > 0)) {
    const page = db.read
      .selectFrom('hits')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_STEP)
      .select(['id', ...columns])
    const used = await db.read
      .selectFrom(page.as('page'))
      .groupBy(columns)
      .select(columns)
      .select(sql<string>`cast(max(id) as text)`.as('last'))
      .execute()
    if (used.length === 0) return
    for (const row of used) {
      for (const { column, candidates } of passes) {
        const key = row[column]
        if (key !== null) candidates.delete(key)
      }
      if (BigInt(row.last) > after) after = BigInt(row.last)
    }
    yield 0
  }
}

/** Yields the number of removed rows after each step. */
async function* removeOrMark(
  db: Database,
  table: Pass['table'],
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
