import { anonymizeIp } from '@shortlink/core'
import type { HitTrouble } from './hit-recorder.ts'
import type { Journal } from './journal.ts'
import type { Pending, PendingVisits } from './pending-visits.ts'
import type { SharedMemory } from './shared-memory.ts'
import { packVisits, unpackVisits, type VisitBatch } from './visit-batch.ts'

interface SafekeepingOptions {
  readonly journal: Journal
  readonly pending: PendingVisits
  /** Where batches go that were stored while they were being written. */
  readonly memory: SharedMemory
  /** Whether no whole address may be written to the disk. */
  readonly anonymize: boolean
  readonly onTrouble: (trouble: HitTrouble) => void
}

/** Milliseconds that a batch may wait to be stored before it is kept on disk. */
const SPILL_AFTER_MS = 30
const RETRY_MS = 1000

/** Puts on disk whatever is not stored in time. */
export function spillToDisk({ journal, pending, memory, anonymize, onTrouble }: SafekeepingOptions) {
  let timer: NodeJS.Timeout | undefined
  let fails = false
  let visits = 0

  function keepLater(milliseconds: number) {
    timer = setTimeout(() => keep().catch(failed), milliseconds)
  }

  function failed(error: unknown) {
    onTrouble({ type: 'journal-failed', error })
    keepLater(RETRY_MS)
  }

  async function keep() {
    const unsafe = pending.where(({ persisted }) => !persisted)
    for (const one of unsafe) one.writing = true
    if (unsafe.length > 0) await write(unsafe)
    for (const one of unsafe) arrived(one)
    const unsafeStill = pending.where(({ persisted }) => !persisted).length > 0
    timer = undefined
    if (unsafeStill) keepLater(fails ? RETRY_MS : SPILL_AFTER_MS)
  }

  async function write(unsafe: readonly Pending[]) {
    try {
      await journal.append(unsafe.map(({ batch }) => (anonymize ? anonymized(batch) : batch)))
      fails = false
      for (const one of unsafe) one.persisted = true
    } catch (error) {
      if (!fails) onTrouble({ type: 'journal-failed', error })
      fails = true
    }
  }

  function arrived(one: Pending) {
    one.writing = false
    if (one.persisted) visits += one.batch.count
    if (pending.has(one)) return
    if (one.persisted) journal.settle(one.batch)
    memory.giveBack(one.batch.bytes)
  }

  return {
    /** Looks after what waits, until all of it is stored or safe. */
    watch() {
      if (timer === undefined) keepLater(SPILL_AFTER_MS)
    },
    /** How many visits were kept so far. */
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
