import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, HitRecorder, Visit } from '@shortlink/core'
import { hitIdRanges } from './hit-id-ranges.ts'
import type { HitSink } from './hit-sink.ts'
import type { Journal } from './journal.ts'
import { type Pending, PendingVisits } from './pending-visits.ts'
import { safekeeping } from './safekeeping.ts'
import { SharedMemory } from './shared-memory.ts'
import { packVisits } from './visit-batch.ts'

export interface HitRecorderOptions {
  readonly sink: HitSink
  readonly clock: Clock
  /** Below 1,024, and no other running replica's. */
  readonly replica: number
  /** Keeps what the sink cannot take yet; without one that stays in memory, as much as there is room for. */
  readonly journal?: Journal | undefined
  /** Whether no whole address may be written to the disk. */
  readonly anonymize?: boolean
  readonly onTrouble?: (trouble: HitTrouble) => void
}

/** What an operator should know of: told when it begins and when it ends, drops once a minute. */
export type HitTrouble =
  | { readonly type: 'store-away'; readonly error: unknown }
  | { readonly type: 'store-back' }
  | { readonly type: 'journal-failed'; readonly error: unknown }
  | { readonly type: 'dropped'; readonly visits: number }

/** Visits so far, by what became of them. */
export interface HitCounters {
  readonly stored: number
  /** Kept on disk for a while, because the store was slow or away. */
  readonly spilled: number
  readonly dropped: number
  /** In memory now. */
  readonly buffered: number
  /** Bytes in the journal now. */
  readonly journalBytes: number
}

/** Less than 128 KiB, mostly: beyond that memory comes afresh from the system each time, which costs more than all that is done with it. */
const BATCH = 250
/** What has piled up meanwhile is stored together: eighty batches in one transaction cost half of what each in its own does. */
const STORED_AT_ONCE = 20_000
/** Milliseconds that a visit waits for others to go with it. */
const GATHER = 50
/** When so many visits were stored together, they come so fast that it pays to wait until there are more of them, or so many milliseconds. */
const RUSH = 300
const WORTH_STORING = 5000
const LINGER = 300
const RETRY_FIRST = 100
const RETRY_LAST = 2000
/** Visits in memory: beyond the first number what is safe on disk goes, beyond the second what comes is dropped. */
const COMFORTABLE = 60_000
const FULL = 100_000
const REPORT_EVERY = 60_000
const ADOPT_EVERY = 60_000
/** A flush gives the store this long, in milliseconds, before it is content with the disk. */
const FLUSH_PATIENCE = 5000
const CLOSE_PATIENCE = 3500

export interface ClosableHitRecorder extends HitRecorder {
  counters(): HitCounters
  /** Stores what is in memory, or keeps it on disk, within a few seconds. */
  close(): Promise<void>
}

/** Takes visits on the event loop and brings them to the sink in batches, one at a time; what that holds up is kept on disk. */
export function openHitRecorder(options: HitRecorderOptions): ClosableHitRecorder {
  const { sink, clock, replica, journal, anonymize = false, onTrouble = () => {} } = options
  const nextIds = hitIdRanges({ replica, clock })
  const pending = new PendingVisits()
  const memory = new SharedMemory()
  const kept = journal && safekeeping({ journal, pending, memory, anonymize, onTrouble })
  const count = { stored: 0, dropped: 0, told: 0 }
  let buffer: Visit[] = []
  let gathering: NodeJS.Timeout | undefined
  let delivering = false
  let lingering = false
  let storeAway = false
  let state: 'open' | 'closing' | 'closed' = 'open'
  let wake = () => {}

  function record(visit: Visit) {
    buffer.push(visit)
    if (buffer.length >= BATCH) cut()
    else gathering ??= setTimeout(cut, GATHER)
  }

  function cut() {
    clearTimeout(gathering)
    gathering = undefined
    if (buffer.length === 0) return
    const visits = buffer
    buffer = []
    // What is safe on disk comes back from there when the store has caught up.
    pending.shrink(COMFORTABLE - visits.length, ({ safe, fromJournal }) => safe && !fromJournal)
    if (pending.visits + visits.length > FULL) {
      count.dropped += visits.length
      return
    }
    pending.add(packVisits(nextIds(visits.length), visits, memory), { fromJournal: false })
    kept?.watch()
    if (lingering && pending.visits >= WORTH_STORING) wake()
    deliver()
  }

  function deliver() {
    if (delivering) return
    delivering = true
    deliverAll().finally(() => {
      delivering = false
      if (pending.length > 0 && state !== 'closed') deliver()
    })
  }

  async function deliverAll() {
    for (let failures = 0, rush = false; state !== 'closed'; ) {
      if (pending.length === 0) await refill()
      if (rush) await linger()
      const head = pending.head(STORED_AT_ONCE)
      if (head.length === 0) return
      pending.underWay = head.length
      const error = await sink.store(head.map(({ batch }) => batch)).then(
        () => undefined,
        (error: unknown) => error ?? new Error('The store failed'),
      )
      pending.underWay = 0
      failures = error === undefined ? 0 : failures + 1
      rush = isRush(head)
      if (error === undefined) stored(head)
      else await retryLater(error, failures)
    }
  }

  /** What the journal has kept, once nothing else waits. */
  async function refill() {
    if (journal === undefined || state !== 'open') return
    try {
      for (const batch of await journal.take(memory)) pending.add(batch, { fromJournal: true })
    } catch (error) {
      onTrouble({ type: 'journal-failed', error })
    }
  }

  function stored(head: readonly Pending[]) {
    if (storeAway) onTrouble({ type: 'store-back' })
    storeAway = false
    pending.removeHead(head.length)
    for (const { batch, safe, onItsWay } of head) {
      count.stored += batch.count
      if (safe) journal?.settle(batch)
      if (!onItsWay) memory.giveBack(batch.bytes)
    }
  }

  async function retryLater(error: unknown, failures: number) {
    if (state === 'closed') return
    if (!storeAway) onTrouble({ type: 'store-away', error })
    storeAway = true
    await pause(Math.min(state === 'closing' ? RETRY_FIRST : RETRY_LAST, RETRY_FIRST * 2 ** (failures - 1)))
  }

  /** Lets visits gather, which are safe on disk meanwhile: a few thousand together cost the store half of what a few hundred at a time do. */
  async function linger() {
    if (
      state !== 'open' ||
      pending.visits >= WORTH_STORING ||
      pending.where(({ fromJournal }) => fromJournal).length > 0
    )
      return
    lingering = true
    await pause(LINGER)
    lingering = false
  }

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** Waits until nothing is left that is not stored, or at least, when the store takes too long, that is not on disk. */
  async function flushed() {
    cut()
    if (lingering) wake()
    const mine = pending.where(({ fromJournal }) => !fromJournal)
    const patienceEnds = performance.now() + FLUSH_PATIENCE
    const isDone = (one: Pending) => !pending.has(one) || (one.safe && (storeAway || performance.now() > patienceEnds))
    while (!mine.every(isDone)) await sleep(5)
  }

  function tellOfDrops() {
    if (count.dropped > count.told) onTrouble({ type: 'dropped', visits: count.dropped - count.told })
    count.told = count.dropped
  }

  function adopt() {
    journal?.adopt()
    deliver()
  }

  adopt()
  const adopting = setInterval(adopt, ADOPT_EVERY).unref()
  const telling = setInterval(tellOfDrops, REPORT_EVERY).unref()

  return {
    record,
    flushed,
    counters: () => ({
      stored: count.stored,
      spilled: kept?.visits() ?? 0,
      dropped: count.dropped,
      buffered: buffer.length + pending.visits,
      journalBytes: journal?.size() ?? 0,
    }),
    async close() {
      clearInterval(adopting)
      clearInterval(telling)
      state = 'closing'
      wake()
      pending.shrink(0, ({ fromJournal }) => fromJournal)
      await Promise.race([flushed(), sleep(CLOSE_PATIENCE, undefined, { ref: false })])
      state = 'closed'
      wake()
      kept?.end()
      for (const { batch } of pending.where(({ safe }) => !safe)) count.dropped += batch.count
      tellOfDrops()
      await sink.close()
      await journal?.close()
    },
  }
}

/** Whether visits come faster than each few of them are worth a transaction; those from the journal tell nothing of that. */
const isRush = (stored: readonly Pending[]) =>
  stored.reduce((sum, { batch, fromJournal }) => sum + (fromJournal ? 0 : batch.count), 0) >= RUSH
