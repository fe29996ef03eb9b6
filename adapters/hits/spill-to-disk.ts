import { anonymizeIp } from '@shortlink/core/adapter'
import type { OnTrouble } from './hit-trouble.ts'
import type { Journal } from './journal.ts'
import type { Pending, PendingVisits } from './pending-visits.ts'
import { packVisits, unpackVisits, type VisitBatch } from './visit-batch.ts'

interface SpillOptions {
  readonly journal: Journal
  readonly pending: PendingVisits
  /** Called with each batch that was stored while it was being written. */
  readonly release: (pending: Pending) => void
  /** Whether addresses are cut down before they are written. */
  readonly anonymize: boolean
  readonly onTrouble: OnTrouble
}

/** How long a batch may wait to be stored before it is written to the disk. */
const SPILL_AFTER_MS = 30
const RETRY_MS = 1000

/** Writes batches to the journal that are not stored within 30 ms. */
export function spillToDisk({ journal, pending, release, anonymize, onTrouble }: SpillOptions) {
  let timer: NodeJS.Timeout | undefined
  let isFailing = false
  let visits = 0

  function schedule(delayMs: number) {
    timer = setTimeout(() => spill().catch(failed), delayMs)
  }

  function failed(error: unknown) {
    onTrouble({ type: 'journal-failed', error })
    schedule(RETRY_MS)
  }

  async function spill() {
    const batches = unpersisted()
    for (const one of batches) one.writing = true
    if (batches.length > 0) await write(batches)
    for (const one of batches) written(one)
    timer = undefined
    if (unpersisted().length > 0) schedule(isFailing ? RETRY_MS : SPILL_AFTER_MS)
  }

  const unpersisted = () => pending.where(({ persisted }) => !persisted)

  async function write(batches: readonly Pending[]) {
    try {
      await journal.append(batches.map(({ batch }) => (anonymize ? anonymized(batch) : batch)))
      isFailing = false
      for (const one of batches) one.persisted = true
    } catch (error) {
      if (!isFailing) onTrouble({ type: 'journal-failed', error })
      isFailing = true
    }
  }

  function written(one: Pending) {
    one.writing = false
    if (one.persisted) visits += one.batch.count
    if (!pending.has(one)) release(one)
  }

  return {
    /** Starts the clock for what waits; it runs until all of it is stored or on disk. */
    watch() {
      if (timer === undefined) schedule(SPILL_AFTER_MS)
    },
    /** Visits written so far. */
    visits: () => visits,
    end() {
      clearTimeout(timer)
    },
  }
}

function anonymized(batch: VisitBatch): VisitBatch {
  const visits = unpackVisits(batch).map((visit) => ({ ...visit, ip: anonymizeIp(visit.ip) }))
  return packVisits(BigInt(batch.first), visits)
}
