import { Worker } from 'node:worker_threads'
import type { HitWorkerData } from './hit-worker.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './hit-worker.ts' : './hit-worker.js', import.meta.url)

/** Starts the thread that stores hits. `before` is what was read of the geo databases so far. */
export function startHitWorker(
  { DATABASE_URL, IP_ANONYMIZE, GEO_DB, ASN_DB }: Settings,
  before: HitWorkerData['before'],
): Worker {
  const workerData: HitWorkerData = {
    databaseUrl: DATABASE_URL,
    anonymize: IP_ANONYMIZE,
    geoDb: GEO_DB,
    asnDb: ASN_DB,
    before,
  }
  return new Worker(WORKER, { workerData })
}

interface Trouble {
  readonly type: 'store-away' | 'store-back' | 'journal-failed' | 'dropped' | 'refused'
  readonly error?: unknown
  readonly visits?: number
}

/** Says in the log what an operator should know of hits that cannot be stored. `file` is where refused ones are kept. */
export function logHitTrouble(log: Log, { type, error, visits }: Trouble, file: string) {
  if (type === 'store-back') log.info('hits are stored again')
  else if (type === 'dropped') log.error({ hits: visits }, 'hits were dropped')
  else if (type === 'refused') log.error({ hits: visits, file, err: error }, 'hits were refused and set aside')
  else if (type === 'store-away') log.warn({ err: error }, 'hits cannot be stored and are kept for later')
  else log.error({ err: error }, 'the journal of hits fails')
}
