import { setTimeout as sleep } from 'node:timers/promises'
import type { Visit } from '@shortlink/core'
import type { HitRecorder } from '@shortlink/core/ports'
import { Backlog, type BacklogOptions } from './backlog.ts'
import { Delivery } from './delivery.ts'
import type { HitSink } from './hit-thread.ts'
import { LostVisits, type LostVisitsOptions } from './lost-visits.ts'

export interface HitRecorderOptions extends BacklogOptions, LostVisitsOptions {
  readonly sink: HitSink
  /** How long a flush waits for the store before the disk is enough; 5 seconds by default. */
  readonly flushTimeoutMs?: number
  /** How long closing waits for the store; 3.5 seconds by default. */
  readonly closeTimeoutMs?: number
}

/** Number of visits so far, by outcome. */
export interface HitCounters {
  readonly stored: number
  /** Written to the journal, where they wait to be stored. */
  readonly spilled: number
  readonly dropped: number
  /** Set aside, because the store refused them while it took others. */
  readonly refused: number
  /** In memory now. */
  readonly buffered: number
  /** Age of the oldest visit that is not stored, in memory or in the journal; 0 when none waits. */
  readonly oldestSeconds: number
  /** Size of the journal now. */
  readonly journalBytes: number
}

export interface ClosableHitRecorder extends HitRecorder {
  counters(): HitCounters
  /** Stores all visits from memory, or writes them to disk, within a few seconds. Later visits are dropped and counted as dropped. */
  close(): Promise<void>
}

/** Visits of one batch: few enough to be packed in a fraction of a millisecond. */
const BATCH_SIZE = 250
/** How long a visit waits for others to join its batch, which is then written to the disk. */
const BATCH_MS = 70
/** Period of taking over the files of ended processes, and of reporting lost visits. */
const CHORES_INTERVAL_MS = 60_000
const FLUSH_TIMEOUT_MS = 5000
const FLUSH_POLL_MS = 5
const CLOSE_TIMEOUT_MS = 3500

/** Accepts visits on the event loop, writes them to the disk in batches, and stores many batches at a time. */
export function openHitRecorder(options: HitRecorderOptions): ClosableHitRecorder {
  const { sink, journal, onTrouble = () => {} } = options
  const { flushTimeoutMs = FLUSH_TIMEOUT_MS, closeTimeoutMs = CLOSE_TIMEOUT_MS } = options
  const backlog = new Backlog(options, onJournalFailed)
  const lost = new LostVisits(options)
  const delivery = new Delivery({ sink, backlog, lost, onTrouble })
  let isClosed = false
  let buffer: Visit[] = []
  let timer: NodeJS.Timeout | undefined

  function cutBatch() {
    clearTimeout(timer)
    timer = undefined
    const visits = buffer
    buffer = []
    // Visits that are packed while the recorder closes may still be stored, but none afterwards.
    if (isClosed || (visits.length > 0 && !backlog.add(visits))) lost.dropped += visits.length
    else if (visits.length > 0) delivery.start()
  }

  function onJournalFailed(error: unknown) {
    onTrouble({ type: 'journal-failed', error })
    delivery.start({ isUrgent: true })
  }

  function doChores() {
    journal?.adopt().then(() => delivery.start(), onJournalFailed)
    lost.report()
  }

  /** Waits until all visits so far are stored, or, while the store is unavailable or slow, on disk. */
  async function flushed() {
    cutBatch()
    delivery.start({ isUrgent: true })
    const areSafe = backlog.watch()
    const deadline = performance.now() + flushTimeoutMs
    while (!isClosed && !areSafe(delivery.isStoreAway || performance.now() > deadline)) await sleep(FLUSH_POLL_MS)
  }

  doChores()
  const chores = setInterval(doChores, CHORES_INTERVAL_MS).unref()

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
      clearInterval(chores)
      delivery.enter('closing')
      backlog.forgetReplayed()
      await Promise.race([flushed(), sleep(closeTimeoutMs, undefined, { ref: false })])
      isClosed = true
      delivery.enter('closed')
      cutBatch()
      lost.dropped += backlog.stop()
      lost.report()
      await sink.close()
      await journal?.close()
    },
  }
}
