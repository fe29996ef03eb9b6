import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, HitRecorder } from '@shortlink/core'
import { Backlog } from './backlog.ts'
import { DeliveryLoop } from './delivery-loop.ts'
import type { HitSink } from './hit-sink.ts'
import type { HitTrouble } from './hit-trouble.ts'
import type { Journal } from './journal.ts'
import { LostVisits } from './lost-visits.ts'
import type { Pending } from './pending-visits.ts'
import type { SetAside } from './refused-hits.ts'
import { visitBuffer } from './visit-buffer.ts'

export interface HitRecorderOptions {
  readonly sink: HitSink
  readonly clock: Clock
  /** Number of this replica, 0 to 1,023; no other running replica has it. */
  readonly replica: number
  /** Keeps what the sink cannot take yet; without one that stays in memory, as much as there is room for. */
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
  /** Kept on disk for a while, because the store was slow or away. */
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

const ADOPT_INTERVAL_MS = 60_000
/** How long a flush waits for the store before the disk is enough. */
const FLUSH_TIMEOUT_MS = 5000
const FLUSH_POLL_MS = 5
const CLOSE_TIMEOUT_MS = 3500

/** Takes visits on the event loop and stores them in batches, one at a time; batches that have to wait are kept on disk. */
export function openHitRecorder(options: HitRecorderOptions): ClosableHitRecorder {
  const { sink, clock, replica, journal, setAside, anonymize = false, onTrouble = () => {} } = options
  const backlog = new Backlog({ clock, replica, journal, anonymize, onTrouble })
  const lost = new LostVisits(setAside, onTrouble)
  const delivery = new DeliveryLoop({ sink, backlog, lost, onTrouble })
  let isClosed = false
  const buffer = visitBuffer((visits) => {
    // What is packed while the recorder closes may still be stored, but nothing is afterwards.
    if (!isClosed && backlog.add(visits)) delivery.start()
    else lost.drop(visits.length)
  })

  function adopt() {
    backlog.adopt().then(
      () => delivery.start(),
      (error) => onTrouble({ type: 'journal-failed', error }),
    )
  }

  /** Waits until all visits so far are stored, or, while the store is away or slow, on disk. */
  async function flushed() {
    buffer.flush()
    delivery.stopGathering()
    const unstored = backlog.pending.where(({ fromJournal }) => !fromJournal)
    const deadline = performance.now() + FLUSH_TIMEOUT_MS
    const isSafe = (one: Pending) =>
      isClosed || !backlog.pending.has(one) || (one.persisted && (delivery.isStoreAway || performance.now() > deadline))
    while (!unstored.every(isSafe)) await sleep(FLUSH_POLL_MS)
  }

  adopt()
  const adopting = setInterval(adopt, ADOPT_INTERVAL_MS).unref()

  return {
    record: buffer.record,
    flushed,
    counters: () => ({
      stored: delivery.stored,
      spilled: backlog.spilled,
      dropped: lost.dropped,
      refused: lost.refused,
      oldestSeconds: backlog.oldestSeconds,
      buffered: buffer.size() + backlog.pending.visits,
      journalBytes: backlog.journalBytes,
    }),
    async close() {
      clearInterval(adopting)
      delivery.beginClosing()
      backlog.forgetReplayed()
      await Promise.race([flushed(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      isClosed = true
      delivery.close()
      buffer.flush()
      lost.drop(backlog.stopSpilling())
      lost.close()
      await sink.close()
      await backlog.close()
    },
  }
}
