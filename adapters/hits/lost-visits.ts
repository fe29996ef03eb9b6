import { appendFile, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { anonymizeIp } from '@shortlink/core/adapter'
import type { OnTrouble } from './hit-trouble.ts'
import { hitIdsOf, unpackVisits, type VisitBatch } from './visit-batch.ts'

export interface RefusedHitsOptions {
  /** Path of the file, created with its folder at the first refused visit. Several processes may share it. */
  readonly file: string
  /** Size limit of the file; 16 MiB by default. */
  readonly maxBytes?: number
  /** Whether addresses are cut down before they are written to the disk. */
  readonly anonymize?: boolean
}

/** Keeps a batch that the store refuses. Rejects when the file is full or cannot be written. */
export type SetAside = (batch: VisitBatch, error: unknown) => Promise<void>

const MAX_BYTES = 16 * 2 ** 20
const REPORT_INTERVAL_MS = 60_000

/** Appends refused visits to a file for the operator, one JSON object per line: id, error, and the visit. */
export function refusedHits({ file, maxBytes = MAX_BYTES, anonymize = false }: RefusedHitsOptions): SetAside {
  return async (batch, error) => {
    const ids = hitIdsOf(batch)
    const lines = unpackVisits(batch).map((visit, index) => {
      const ip = anonymize ? anonymizeIp(visit.ip) : visit.ip
      return `${JSON.stringify({ id: ids[index], error: String(error), ...visit, ip })}\n`
    })
    const text = lines.join('')
    const { size } = await stat(file).catch(() => ({ size: 0 }))
    if (size + Buffer.byteLength(text) > maxBytes) throw new Error(`${file} is full`)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await appendFile(file, text, { mode: 0o600, flush: true })
  }
}

/** Counts visits that are not stored, and reports them: refused ones that were set aside, and dropped ones. */
export class LostVisits {
  readonly #setAside: SetAside | undefined
  readonly #onTrouble: OnTrouble
  readonly #timer: NodeJS.Timeout
  #reported = { dropped: 0, refused: 0 }
  #lastRefusal: unknown
  dropped = 0
  refused = 0

  /** Reports once a minute until `close`, and the first refusal at once. */
  constructor(setAside: SetAside | undefined, onTrouble: OnTrouble) {
    this.#setAside = setAside
    this.#onTrouble = onTrouble
    this.#timer = setInterval(() => this.#report(), REPORT_INTERVAL_MS).unref()
  }

  /** Sets a batch aside; drops it when there is no place for it. */
  async refuse(batch: VisitBatch, error: unknown): Promise<void> {
    try {
      if (this.#setAside === undefined) throw error
      await this.#setAside(batch, error)
      this.refused += batch.count
      this.#lastRefusal = error
      if (this.refused === batch.count) this.#report()
    } catch (error) {
      if (this.#setAside !== undefined) this.#onTrouble({ type: 'journal-failed', error })
      this.dropped += batch.count
    }
  }

  /** Reports what was not reported yet. */
  close(): void {
    clearInterval(this.#timer)
    this.#report()
  }

  #report() {
    const { dropped, refused } = this
    const visits = { dropped: dropped - this.#reported.dropped, refused: refused - this.#reported.refused }
    if (visits.dropped > 0) this.#onTrouble({ type: 'dropped', visits: visits.dropped })
    if (visits.refused > 0) this.#onTrouble({ type: 'refused', visits: visits.refused, error: this.#lastRefusal })
    this.#reported = { dropped, refused }
  }
}
