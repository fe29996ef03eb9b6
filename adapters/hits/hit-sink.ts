import type { VisitBatch } from './visit-batch.ts'

/** Stores batches of visits. */
export interface HitSink {
  /**
   * Resolves when all batches are stored. Rejects when some may not be; storing them again does no harm. The caller keeps their bytes
   * unchanged until then.
   */
  store(batches: readonly VisitBatch[]): Promise<void>
  /** Finishes the call in flight within about a second, then frees what the sink holds. */
  close(): Promise<void>
}
