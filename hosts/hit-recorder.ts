import { Worker } from 'node:worker_threads'
import type { HitTrouble } from '@shortlink/adapters/hits'
import type { HitWorkerData } from './hit-worker.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './hit-worker.ts' : './hit-worker.js', import.meta.url)

/** Starts the thread that stores hits. */
export function startHitWorker({ DATABASE_URL, IP_ANONYMIZE, GEO_DB, ASN_DB }: Settings): Worker {
  const workerData: HitWorkerData = {
    databaseUrl: DATABASE_URL,
    anonymize: IP_ANONYMIZE,
    geoDb: GEO_DB,
    asnDb: ASN_DB,
  }
  return new Worker(WORKER, { workerData })
}

/** Says in the log what an operator should know of hits that cannot be stored. */
export function logHitTrouble(log: Log, trouble: HitTrouble) {
  if (trouble.type === 'store-back') log.info('hits are stored again')
  else if (trouble.type === 'dropped') log.error({ hits: trouble.visits }, 'hits were dropped')
  else if (trouble.type === 'store-away')
    log.warn({ err: trouble.error }, 'hits cannot be stored and are kept for later')
  else log.error({ err: trouble.error }, 'the journal of hits fails')
}
