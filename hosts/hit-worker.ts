/** The thread that stores hits, so that looking visitors up and writing them down takes nothing from the redirect. */
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { serveHits, storeVisits } from '@shortlink/adapters/hits'
import { openVisitors } from '@shortlink/adapters/visitors'

export interface HitWorkerData {
  readonly databaseUrl: string
  readonly anonymize: boolean
  readonly geoDb: string | undefined
  readonly asnDb: string | undefined
}

/** A little behind the thread that redirects, where they share a core: more hits gather meanwhile, and together they cost less. */
const NICENESS = 5
// Elsewhere a priority is the whole process's.
if (process.platform === 'linux') setPriority(NICENESS)

const { databaseUrl, anonymize, geoDb, asnDb } = workerData as HitWorkerData
// Files that cannot be used are told of by the event loop's own readers of them.
const visitors = await openVisitors({ geoDb, asnDb })
const hits = await openHits(databaseUrl)

serveHits(
  parentPort as MessagePort,
  (batches) => storeVisits({ visitors, hits, anonymize }, batches),
  async () => {
    visitors.close()
    await hits.close()
  },
)

async function openHits(url: string) {
  if (url.startsWith('sqlite:')) {
    const { openSqliteHits } = await import('@shortlink/adapters/sqlite')
    return openSqliteHits({ file: url.slice('sqlite:'.length) })
  }
  const { openPostgresHits } = await import('@shortlink/adapters/postgres')
  return openPostgresHits({ url })
}
