import { appendFile, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Visit } from '@shortlink/core'
import type { HitTrouble } from './hit-trouble.ts'
import { onDisk, unpackVisits, type VisitBatch } from './visit-batch.ts'

export interface LostVisitsOptions {
  /** File for visits that the store refuses while it accepts others; without one they are dropped. Several processes may share it. */
  readonly refusedFile?: string
  /** Size limit of that file; 16 MiB by default. */
  readonly maxRefusedBytes?: number
  /** Whether to anonymize all IP addresses before writing them to the disk. */
  readonly anonymize?: boolean
  readonly onTrouble?: (trouble: HitTrouble) => void
}

const MAX_REFUSED_BYTES = 16 * 2 ** 20

/** Counts visits that are not stored: refused ones that were set aside, and dropped ones. Reports the first refusal at once. */
export class LostVisits {
  readonly #options: LostVisitsOptions
  #reported = { dropped: 0, refused: 0 }
  #lastRefusal: unknown
  dropped = 0
  refused = 0

  constructor(options: LostVisitsOptions) {
    this.#options = options
  }

  /** Sets the visit of a batch of one aside; drops it without a file. */
  async refuse(batch: VisitBatch, error: unknown): Promise<void> {
    try {
      await this.#setAside(batch, error)
      this.refused += 1
      this.#lastRefusal = error
      if (this.refused === 1) this.report()
    } catch (error) {
      this.#options.onTrouble?.({ type: 'journal-failed', error })
      this.dropped += 1
    }
  }

  /** Reports new losses. */
  report(): void {
    const { dropped, refused } = this
    const visits = { dropped: dropped - this.#reported.dropped, refused: refused - this.#reported.refused }
    const { onTrouble } = this.#options
    if (visits.dropped > 0) onTrouble?.({ type: 'dropped', visits: visits.dropped })
    if (visits.refused > 0) onTrouble?.({ type: 'refused', visits: visits.refused, error: this.#lastRefusal })
    this.#reported = { dropped, refused }
  }

  /** Appends a line to the file for the operator, a JSON object: id, error, and the visit. */
  async #setAside(batch: VisitBatch, error: unknown) {
    const { refusedFile: file, maxRefusedBytes = MAX_REFUSED_BYTES, anonymize } = this.#options
    if (file === undefined) throw new Error('There is no file for refused hits', { cause: error })
    const [visit] = unpackVisits(batch) as [Visit]
    const kept = onDisk(visit, anonymize)
    const userAgent = visit.isPrivate ? null : visit.userAgent
    const line = `${JSON.stringify({ id: batch.first, error: String(error), ...kept, userAgent })}\n`
    const { size } = await stat(file).catch(() => ({ size: 0 }))
    if (size + Buffer.byteLength(line) > maxRefusedBytes) throw new Error(`${file} is full`)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await appendFile(file, line, { mode: 0o600, flush: true })
  }
}
