/** The thread that looks up visitors and stores hits, so that neither slows down the redirect. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { serveHits, storeHits } from '@shortlink/adapters/hits'
import { runBehindEventLoop } from '@shortlink/adapters/kit'
import { openVisitors, type VisitorFiles } from '@shortlink/adapters/visitors'
import { storeAt } from '../stores.ts'

export interface HitWorkerData {
  readonly databaseUrl: string
  readonly anonymize: boolean
  readonly countsVisitors: boolean
  readonly geoDb: string | undefined
  readonly asnDb: string | undefined
  /** Contents of these files that the event loop has read, in case they cannot be read now. */
  before?: VisitorFiles | undefined
}

// On a shared core, the redirecting thread waits 4.3 ms per second for this one instead of 9.7 (sched_switch at 8,000 visits per second,
// three alternating rounds); at a niceness of 19 it is 0.4.
runBehindEventLoop()

const given = workerData as HitWorkerData
const { databaseUrl, anonymize, countsVisitors, geoDb, asnDb } = given
// Files that cannot be used are reported by the event loop's own readers of them.
const visitors = await openVisitors({ geoDb, asnDb, before: given.before })
// Files are replaced as the thread runs, and the old content must not stay in memory.
given.before = undefined
const hits = await storeAt(databaseUrl).openHits()

serveHits(parentPort as MessagePort, storeHits({ hits, visitors, anonymize, countsVisitors }), async () => {
  visitors.close()
  await hits.close()
})
