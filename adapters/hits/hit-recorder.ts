import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, HitRecorder, Visit } from '@shortlink/core'
import { Backlog } from './backlog.ts'
import { Delivery } from './delivery.ts'
import type { HitSink } from './hit-thread.ts'
import type { HitTrouble } from './hit-trouble.ts'
import type { Journal } from './journal.ts'
import { LostVisits, type SetAside } from './lost-visits.ts'

export interface HitRecorderOptions {
  readonly sink: HitSink
  readonly clock: Clock
  /** Number of this replica, 0 to 1,023; no other running replica has it. */
  readonly replica: number
  /** Keeps each visit until it is stored; without one visits are in memory only, as many as there is room for. */
  readonly journal?: Journal | undefined
  /** Keeps visits that the store refuses while it takes others; without one they are dropped. */
  readonly setAside?: SetAside | undefined
  /** Whether addresses are cut down before they are written to the disk. */
  readonly anonymize?: boolean
  readonly onTrouble?: (trouble: HitTrouble) => void
}

/** Visits so far, by what became of them. */
export interface HitCounters {
  readonly stored: number
  /** Written to the journal, where they wait to be stored. */
  readonly spilled: number
  readonly dropped: number
  /** Set aside, because the store refused them while it took others. */
  readonly refused: number
  /** In memory now. */
  readonly buffered: number
  /** How long the oldest visit has waited to be stored, in memory or in the journal; 0 when none waits. */
  readonly oldestSeconds: number
  /** Size of the journal now. */
  readonly journalBytes: number
}

export interface ClosableHitRecorder extends HitRecorder {
  counters(): HitCounters
  /** Stores what is in memory, or keeps it on disk, within a few seconds. Later visits are dropped, and counted as such. */
  close(): Promise<void>
}

/** Visits of one batch: few enough to be packed in a fraction of a millisecond. */
const BATCH_SIZE = 250
/** How long a visit waits for others to join its batch, which is then written to the disk. */
const BATCH_MS = 70
const ADOPT_INTERVAL_MS = 60_000
/** How long a flush waits for the store before the disk is enough. */
const FLUSH_TIMEOUT_MS = 5000
const FLUSH_POLL_MS = 5
const CLOSE_TIMEOUT_MS = 3500

/** Takes visits on the event loop, writes them to the disk in batches, and stores these, many at a time. */
export function openHitRecorder(options: HitRecorderOptions): ClosableHitRecorder {
  const { sink, journal, setAside, anonymize = false, onTrouble = () => {} } = options
  const onUnsafe = () => delivery.stopGathering()
  const backlog = new Backlog({ ...options, journal, anonymize, onTrouble, onUnsafe })
  const lost = new LostVisits(setAside, onTrouble)
  const delivery = new Delivery({ sink, backlog, lost, onTrouble })
  let isClosed = false
  let buffer: Visit[] = []
  let timer: NodeJS.Timeout | undefined

  function cutBatch() {
    clearTimeout(timer)
    timer = undefined
    const visits = buffer
    buffer = []
    // What is packed while the recorder closes may still be stored, but nothing is afterwards.
    if (isClosed || (visits.length > 0 && !backlog.add(visits))) lost.dropped += visits.length
    else if (visits.length > 0) delivery.start()
  }

  function adopt() {
    Promise.resolve(journal?.adopt()).then(
      () => delivery.start(),
      (error) => onTrouble({ type: 'journal-failed', error }),
    )
  }

  /** Waits until all visits so far are stored, or, while the store is away or slow, on disk. */
  async function flushed() {
    cutBatch()
    delivery.stopGathering()
    const areSafe = backlog.watch()
    const deadline = performance.now() + FLUSH_TIMEOUT_MS
    while (!isClosed && !areSafe(delivery.isStoreAway || performance.now() > deadline)) await sleep(FLUSH_POLL_MS)
  }

  adopt()
  const adopting = setInterval(adopt, ADOPT_INTERVAL_MS).unref()

  return {
    record(visit) {
      buffer.push(visit)
      if (buffer.length >= BATCH_SIZE) cutBatch()
      else timer ??= setTimeout(cutBatch, BATCH_MS)
    },
    flushed,
    counters: () => ({
      stored: delivery.stored,
      spilled: backlog.spilled,
      dropped: lost.dropped,
      refused: lost.refused,
      oldestSeconds: backlog.oldestSeconds,
      buffered: buffer.length + backlog.visits,
      journalBytes: journal?.size() ?? 0,
    }),
    async close() {
      clearInterval(adopting)
      delivery.beginClosing()
      backlog.forgetReplayed()
      await Promise.race([flushed(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      isClosed = true
      delivery.close()
      cutBatch()
      lost.dropped += backlog.stop()
      lost.close()
      await sink.close()
      await journal?.close()
    },
  }
}
