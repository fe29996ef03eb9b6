export {
  type ClosableHitRecorder,
  type HitCounters,
  type HitTrouble,
  openHitRecorder,
} from './hit-recorder.ts'
export type { HitSink } from './hit-sink.ts'
export { type HitThread, hitThread } from './hit-thread.ts'
export { openJournal } from './journal.ts'
export { refusedHits } from './refused-hits.ts'
export { localSink, serveHits, storeVisits } from './serve-hits.ts'
