import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type HitSink, hitThread } from '@shortlink/adapters/hits'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { LinkId, Visit } from '@shortlink/core'
import { newLink, newOwner } from '@shortlink/core/contracts'
import { onTestFinished } from 'vitest'
import { hitIdsOf, unpackVisits, type VisitBatch } from '../../adapters/hits/visit-batch.ts'
import { temporaryFolder } from './databases.ts'

/** The clock of this machine. */
export const clock = { now: Date.now }

/** The user agent of `aVisit`: Chrome on Windows. */
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export const aVisit = (link: LinkId, given: Partial<Visit> = {}): Visit => ({
  link,
  at: Date.now(),
  ip: '8.8.8.8',
  userAgent: CHROME,
  referrer: 'https://news.example/article',
  rule: null,
  redirectedTo: 'https://example.com/',
  acceptLanguage: null,
  campaign: null,
  ref: null,
  isPrivate: false,
  ...given,
})

/**
 * Creates an SQLite store in a file with one link, and a function that starts a hit worker on it; `deaths` lists the errors of ended
 * workers.
 */
export async function sqliteWithWorker() {
  const folder = temporaryFolder()
  const file = join(folder, 'shortlink.db')
  const store = await openSqliteStore({ file })
  onTestFinished(() => store.close())
  const owner = await newOwner(store)
  const { id: link } = await newLink(store, { owner })
  const workers: Worker[] = []
  const deaths: unknown[] = []
  const thread = () =>
    hitThread({
      start() {
        const worker = new Worker(new URL('../../hosts/app/parts/hit-worker.ts', import.meta.url), {
          workerData: { databaseUrl: `sqlite:${file}`, anonymize: false, countsVisitors: true },
        })
        workers.push(worker)
        return worker
      },
      onDeath: (error) => deaths.push(error),
    })
  const hitCount = async () => (await store.links.findOwned(owner, link))?.hitCount
  return { folder, file, store, owner, link, workers, deaths, thread, hitCount }
}

/** Creates a sink that stores hits by id. `control.store` runs before each batch is stored: a test makes it fail or stay pending. */
export function listSink() {
  const seen = new Map<string, Visit>()
  const control: { store: (batches: readonly VisitBatch[]) => Promise<void>; calls: number } = {
    store: async () => {},
    calls: 0,
  }
  const sink: HitSink = {
    async store(batches) {
      control.calls += 1
      await control.store(batches)
      for (const batch of batches) {
        const ids = hitIdsOf(batch)
        for (const [index, visit] of unpackVisits(batch).entries()) seen.set(ids[index] as string, visit)
      }
    },
    close: async () => {},
  }
  return { sink, seen, control }
}

/** The `control.store` of an unreachable store. */
export const away = async () => {
  throw new Error('the store is away')
}

export const LINK = randomUUID() as LinkId

/** Returns the paths of the journal's files, relative to `folder`. */
export const journalFiles = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.jsonl'))
