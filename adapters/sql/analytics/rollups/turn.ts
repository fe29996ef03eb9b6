import { randomUUID } from 'node:crypto'
import type { Instant } from '@shortlink/core'
import type { Database } from '../../schema.ts'
import { readProgress } from './roll-progress.ts'

/** After a crash another process starts when this time has passed. A step is much shorter. */
const LEASE_MS = 2 * 60_000
const KEEP_MS = 30_000
/** A lease that ends later than this came from a clock that was ahead. */
const MAX_LEASE_MS = 60 * 60_000

/** Work that one process does at a time. */
interface Turn {
  /** Name of the work in the database. */
  readonly name: string
  /** The current time, by a clock that all processes share. */
  readonly at: Instant
}

/**
 * Steps of work that one process does at a time: they end at once if another process does it, and early when the lease is lost. A process
 * that loses it without noticing may work in parallel with the next one for a while, so that must do no harm.
 * @param work gets a clock that starts at `at`
 */
export async function* inTurn<T>(
  db: Database,
  { name, at }: Turn,
  work: (now: () => Instant) => AsyncIterable<T>,
): AsyncGenerator<T, void> {
  const startedMs = performance.now()
  const now = () => at + Math.floor(performance.now() - startedMs)
  const lease = new Lease(db, name)
  if (!(await lease.take(at))) return
  try {
    let keptAt = at
    for await (const step of work(now)) {
      yield step
      if (now() - keptAt < KEEP_MS) continue
      if (!(await lease.take(now()))) return
      keptAt = now()
    }
  } finally {
    await lease.end()
  }
}

class Lease {
  readonly #db: Database
  readonly #name: string
  readonly #id = randomUUID()
  #value: string | undefined

  constructor(db: Database, name: string) {
    this.#db = db
    this.#name = name
  }

  /** Takes or extends the lease. Returns false if another process has it, or has had it meanwhile. */
  async take(at: Instant): Promise<boolean> {
    const value = JSON.stringify({ id: this.#id, until: at + LEASE_MS })
    const found = await readProgress(this.#db, this.#name)
    if (this.#value !== undefined && found !== this.#value) return false
    if (found !== undefined && found !== this.#value && isUnderWay(JSON.parse(found), at)) return false
    const isTaken = await (found === undefined ? this.#insert(value) : this.#replace(found, value))
    this.#value = isTaken ? value : undefined
    return isTaken
  }

  async end(): Promise<void> {
    if (this.#value === undefined) return
    await this.#db.write
      .deleteFrom('roll_progress')
      .where('name', '=', this.#name)
      .where('value', '=', this.#value)
      .execute()
  }

  async #insert(value: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#db.write
      .insertInto('roll_progress')
      .values({ name: this.#name, value })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  async #replace(found: string, value: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db.write
      .updateTable('roll_progress')
      .set({ value })
      .where('name', '=', this.#name)
      .where('value', '=', found)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }
}

const isUnderWay = ({ until }: { readonly until: Instant }, at: Instant) => until > at && until < at + MAX_LEASE_MS
