import type { VisitBatch } from './visit-batch.ts'

/** Where batches of visits end up. */
export interface HitSink {
  /**
   * Resolves when all batches are stored. Rejects when they may not be; to store them once more does no harm. Their bytes are there
   * until then.
   */
  store(batches: readonly VisitBatch[]): Promise<void>
  /** Ends what is under way, soon. */
  close(): Promise<void>
}

/** What passes between the event loop and the hit worker. */
export type HitCall = { readonly call: number; readonly batches: readonly VisitBatch[] } | 'close'
export type HitReply = { readonly call: number; readonly error?: string }
