import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ClosableHitRecorder, HitSink, HitTrouble } from '@shortlink/adapters/hits'
import type { VisitorFiles } from '@shortlink/adapters/visitors'
import type { Clock, HitRecorder } from '@shortlink/core/ports'
import type { Log } from '../../kit/log.ts'
import { type Settings, SettingsError } from '../settings/settings.ts'
import type { HitWorkerData } from './hit-worker.ts'

/** The sink for batches of visits, with additions of the server's own worker thread. */
export interface HitSinkPart extends HitSink {
  /** Starts work in advance that the first batch would otherwise wait for. */
  warmUp?(): void
  /** Number of times the worker died and was restarted. */
  restarts?(): number
}

/** The recorder of visits, with additions of the server's own recorder. */
export type HitRecorderPart = HitRecorder &
  Pick<HitSinkPart, 'warmUp' | 'restarts'> &
  Partial<Pick<ClosableHitRecorder, 'counters'>>

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './hit-worker.ts' : './hit-worker.js', import.meta.url)

/** Stores hits in a worker thread, which starts at the first batch. The database must have its schema by then. */
export async function openHitSink(
  settings: Settings,
  log: Log,
  files: () => VisitorFiles | undefined,
): Promise<HitSinkPart> {
  const { DATABASE_URL: databaseUrl, GEO_DB: geoDb, ASN_DB: asnDb } = settings
  const { IP_ANONYMIZE: anonymize, UNIQUE_VISITORS: countsVisitors } = settings
  const { hitThread } = await import('@shortlink/adapters/hits')
  let restarts = 0
  function start() {
    const workerData: HitWorkerData = { databaseUrl, anonymize, countsVisitors, geoDb, asnDb, before: files() }
    return new Worker(WORKER, { workerData })
  }
  const onDeath = (err: unknown) => {
    restarts += 1
    log.error({ err }, 'hit worker restarted')
  }
  return { ...hitThread({ start, onDeath }), restarts: () => restarts }
}

/** Hit ids have ten bits for the replica. */
const REPLICAS = 1024

/**
 * Records visits through the sink, with a journal in the data folder that stores them until the database does. Closing it closes the sink.
 */
export async function openRecorder(
  { IP_ANONYMIZE: anonymize }: Settings,
  log: Log,
  dataFolder: string,
  clock: Clock,
  store: { replicaNumber?(): Promise<number> },
  sink: HitSinkPart,
): Promise<HitRecorderPart & ClosableHitRecorder> {
  const { openHitRecorder } = await import('@shortlink/adapters/hits')
  const replica = (await store.replicaNumber?.()) ?? randomInt(REPLICAS)
  const folder = join(dataFolder, 'hits')
  const refusedFile = join(folder, 'refused.jsonl')
  const recorder = openHitRecorder({
    sink,
    clock,
    replica,
    journal: await openJournal(folder, log),
    refusedFile,
    anonymize,
    onTrouble: (trouble) => logTrouble(log, trouble, refusedFile),
  })
  return Object.assign(recorder, { warmUp: () => sink.warmUp?.(), restarts: () => sink.restarts?.() ?? 0 })
}

async function openJournal(folder: string, log: Log) {
  const { Journal } = await import('@shortlink/adapters/hits')
  try {
    return new Journal({
      folder,
      onDamage: (file, lines) => log.error({ file, lines }, 'the journal of hits is damaged, some are lost'),
      onSkipped: (file, err) => log.error({ file, err }, 'a part of the journal of hits cannot be used and is skipped'),
    })
  } catch (error) {
    throw new SettingsError(`DATA_DIR: ${(error as Error).message}`, { cause: error })
  }
}

/** Logs problems with storing hits for the operator. `file` contains refused hits. */
function logTrouble(log: Log, trouble: HitTrouble, file: string) {
  const { type } = trouble
  if (type === 'store-back') log.info('hits are stored again')
  else if (type === 'dropped') log.error({ hits: trouble.visits }, 'hits were dropped')
  else if (type === 'refused')
    log.error({ hits: trouble.visits, file, err: trouble.error }, 'hits were refused and set aside')
  else if (type === 'store-away') log.warn({ err: trouble.error }, 'hits cannot be stored and are kept for later')
  else log.error({ err: trouble.error }, 'the journal of hits fails')
}

/** For commands that run at the same time as a server and follow no links. */
export const REFUSES_VISITS: HitRecorderPart = {
  record() {
    throw new Error('Commands do not follow links')
  },
  flushed: async () => {},
}
