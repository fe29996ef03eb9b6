import type { LinkId } from '@shortlink/core'
import type { InsertAlone } from '@shortlink/core/ports'
import type { Kysely } from 'kysely'
import type { AloneLink } from '../../sql/links/insert-links.ts'
import type { Schema } from '../../sql/schema.ts'
import { overloaded } from './overloaded.ts'

/** Number of links per statement, which takes a few milliseconds. */
const AT_ONCE = 100
const MAX_WAITING = 5_000

interface Waiting extends AloneLink {
  resolve(isInserted: boolean): void
  reject(error: unknown): void
}

/**
 * Creates a function that inserts a link by `insertAll`, which returns the inserted ids. Links that arrive while the writer is busy wait
 * for it together: they share a statement, a message to the thread and a write to disk. Links that arrived before the request for the
 * writer are refused when it does not come in time. Later ones wait for another, so at most twice as long.
 */
export function gatheredInserts(
  write: Kysely<Schema>,
  insertAll: (db: Kysely<Schema>, links: readonly AloneLink[]) => Promise<ReadonlySet<LinkId>>,
): InsertAlone {
  const waiting: Waiting[] = []
  let isRunning = false

  async function insertWaiting() {
    const asking = waiting.length
    let taken: Waiting[] = []
    try {
      const inserted = await write.connection().execute((db) => {
        taken = waiting.splice(0, AT_ONCE)
        return insertAll(db, taken)
      })
      for (const { link, resolve } of taken) resolve(inserted.has(link.id))
    } catch (error) {
      for (const { reject } of taken.length > 0 ? taken : waiting.splice(0, asking)) reject(error)
    }
  }

  async function run() {
    isRunning = true
    while (waiting.length > 0) await insertWaiting()
    isRunning = false
  }

  return (link, entry) => {
    if (waiting.length >= MAX_WAITING) return Promise.reject(overloaded('too many are waiting'))
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    waiting.push({ link, entry, resolve, reject })
    if (!isRunning) void run()
    return promise
  }
}
