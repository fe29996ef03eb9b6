export { type ClosableHitRecorder, type HitCounters, openHitRecorder } from './hit-recorder.ts'
export {
  type HitSink,
  type HitThread,
  hitThread,
  localSink,
  serveHits,
  storeVisits,
} from './hit-thread.ts'
export type { HitTrouble } from './hit-trouble.ts'
export { openJournal } from './journal.ts'
export { refusedHits } from './lost-visits.ts'
