import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type ClosableHitRecorder,
  type HitTrouble,
  hitThread,
  openHitRecorder,
  openJournal,
} from '@shortlink/adapters/hits'
import type { Clock } from '@shortlink/core'
import type { HitWorkerData } from './hit-worker.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './hit-worker.ts' : './hit-worker.js', import.meta.url)

/** Records hits through a thread of their own, with a journal in the data folder for what the database cannot take. */
export function startHitRecorder(settings: Settings, replica: number, clock: Clock, log: Log): ClosableHitRecorder {
  const workerData: HitWorkerData = {
    databaseUrl: settings.DATABASE_URL,
    anonymize: settings.IP_ANONYMIZE,
    geoDb: settings.GEO_DB,
    asnDb: settings.ASN_DB,
  }
  return openHitRecorder({
    sink: hitThread({
      start: () => new Worker(WORKER, { workerData }),
      onDeath: (err) => log.error({ err }, 'the hit worker died and is started anew'),
    }),
    clock,
    replica,
    journal: openJournal({
      folder: join(settings.DATA_DIR, 'hits'),
      onDamage: (file, lines) => log.error({ file, lines }, 'the journal of hits is damaged, some are lost'),
    }),
    anonymize: settings.IP_ANONYMIZE,
    onTrouble: (trouble) => tell(log, trouble),
  })
}

function tell(log: Log, trouble: HitTrouble) {
  if (trouble.type === 'store-back') log.info('hits are stored again')
  else if (trouble.type === 'dropped') log.error({ hits: trouble.visits }, 'hits were dropped')
  else if (trouble.type === 'store-away')
    log.warn({ err: trouble.error }, 'hits cannot be stored and are kept for later')
  else log.error({ err: trouble.error }, 'the journal of hits fails')
}
