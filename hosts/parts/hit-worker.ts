/** The thread that stores hits, so that looking visitors up and writing them down takes nothing from the redirect. */
import { getPriority, setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { hitsOf, serveHits } from '@shortlink/adapters/hits'
import { openVisitors, type VisitorFiles } from '@shortlink/adapters/visitors'
import { storeAt } from '../stores.ts'

export interface HitWorkerData {
  readonly databaseUrl: string
  readonly anonymize: boolean
  readonly geoDb: string | undefined
  readonly asnDb: string | undefined
  /** What the event loop has read of these files, for when they cannot be read now. */
  before?: VisitorFiles | undefined
}

/**
 * A little behind the thread that redirects, where they share a core: that waits 4.3 ms a second for this one instead of 9.7 (sched_switch
 * at 8,000 visits a second, three rounds in turns). At 19 it is 0.4, but other busy programs would then leave this thread next to nothing.
 */
const NICENESS = 5
try {
  // Elsewhere a priority is the whole process's. Never less nice than the process was started, which takes a privilege.
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), NICENESS))
} catch {
  // A system that refuses any change is no reason to store no hits.
}

const given = workerData as HitWorkerData
const { databaseUrl, anonymize, geoDb, asnDb } = given
// Files that cannot be used are reported by the event loop's own readers of them.
const visitors = await openVisitors({ geoDb, asnDb, before: given.before })
// Files are replaced as the thread runs, and the old content must not stay in memory.
given.before = undefined
const hits = await storeAt(databaseUrl).openHits()

serveHits(
  parentPort as MessagePort,
  (batches: Parameters<typeof hitsOf>[1]) => hits.record(hitsOf({ visitors, anonymize }, batches)),
  async () => {
    visitors.close()
    await hits.close()
  },
)
