import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, HitRecorder, Visit } from '@shortlink/core'
import { HeadSize } from './head-size.ts'
import { hitIdRanges, timeOfHitId } from './hit-id-ranges.ts'
import type { HitSink } from './hit-sink.ts'
import type { Journal } from './journal.ts'
import { type Head, type Pending, PendingVisits } from './pending-visits.ts'
import type { SetAside } from './refused-hits.ts'
import { SharedMemory } from './shared-memory.ts'
import { spillToDisk } from './spill-to-disk.ts'
import { storeTroubles } from './store-troubles.ts'
import { hitIdsOf, packVisits, unpackVisits, type VisitBatch } from './visit-batch.ts'

export interface HitRecorderOptions {
  readonly sink: HitSink
  readonly clock: Clock
  /** Below 1,024, and no other running replica's. */
  readonly replica: number
  /** Keeps what the sink cannot take yet; without one that stays in memory, as much as there is room for. */
  readonly journal?: Journal | undefined
  /** Keeps visits that the store refuses while it takes others; without one they are dropped. */
  readonly setAside?: SetAside | undefined
  /** Whether no whole address may be written to the disk. */
  readonly anonymize?: boolean
  readonly onTrouble?: (trouble: HitTrouble) => void
}

/**
 * What an operator should know of: `store-away` once for each kind of error, `store-back` when it ends, drops once a minute, each refused
 * visit up to once a minute.
 */
export type HitTrouble =
  | { readonly type: 'store-away'; readonly error: unknown }
  | { readonly type: 'store-back' }
  | { readonly type: 'journal-failed'; readonly error: unknown }
  | { readonly type: 'dropped'; readonly visits: number }
  | { readonly type: 'refused'; readonly visits: number; readonly error: unknown }

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
  /** How long the oldest visit has waited to be stored, in memory or in the journal, in seconds; 0 when none waits. */
  readonly oldestSeconds: number
  /** Bytes in the journal now. */
  readonly journalBytes: number
}

/** Less than 128 KiB, mostly: beyond that memory comes afresh from the system each time, which costs more than all that is done with it. */
const BATCH_SIZE = 250
/** Milliseconds that a visit waits for others to go with it. */
const FLUSH_INTERVAL_MS = 50
/** When so many visits were stored together, they come so fast that it pays to wait until there are more of them, or so many milliseconds. */
const RUSH_SIZE = 300
const RUSH_BATCH_SIZE = 5000
const RUSH_DELAY_MS = 300
const RETRY_FIRST = 100
const RETRY_LAST = 2000
/** A visit that failed alone this many times, while another was stored after each, is set aside. */
const REFUSALS = 3
/** Visits in memory: beyond the first number what is safe on disk goes, beyond the second what comes is dropped. */
const SPILL_ABOVE = 60_000
const MAX_BUFFERED = 100_000
const REPORT_EVERY = 60_000
const ADOPT_EVERY = 60_000
/** A flush gives the store this long, in milliseconds, before it is content with the disk. */
const FLUSH_TIMEOUT_MS = 5000
const CLOSE_TIMEOUT_MS = 3500

export interface ClosableHitRecorder extends HitRecorder {
  counters(): HitCounters
  /** Stores what is in memory, or keeps it on disk, within a few seconds. */
  close(): Promise<void>
}

/** Takes visits on the event loop and brings them to the sink in batches, one at a time; what that holds up is kept on disk. */
export function openHitRecorder(options: HitRecorderOptions): ClosableHitRecorder {
  const { sink, clock, replica, journal, setAside, anonymize = false, onTrouble = () => {} } = options
  const nextIds = hitIdRanges({ replica, clock })
  const pending = new PendingVisits()
  const memory = new SharedMemory()
  const kept = journal && spillToDisk({ journal, pending, memory, anonymize, onTrouble })
  const size = new HeadSize()
  const troubles = storeTroubles(onTrouble)
  const count = { stored: 0, dropped: 0, droppedTold: 0, refused: 0, refusedTold: 0 }
  /** Attempts in a row at a single visit that failed while the store took no other either. */
  let failures = 0
  /** Attempts in a row at a single visit that failed while the store took another. */
  let refusals = 0
  let refusedLast: unknown
  let refusedToldAt = Number.NEGATIVE_INFINITY
  let buffer: Visit[] = []
  let gathering: NodeJS.Timeout | undefined
  let delivering = false
  let lingering = false
  let storeAway = false
  let state: 'open' | 'closing' | 'closed' = 'open'
  let wake = () => {}

  function record(visit: Visit) {
    buffer.push(visit)
    if (buffer.length >= BATCH_SIZE) cut()
    else gathering ??= setTimeout(cut, FLUSH_INTERVAL_MS)
  }

  function cut() {
    clearTimeout(gathering)
    gathering = undefined
    if (buffer.length === 0) return
    const visits = buffer
    buffer = []
    // What is safe on disk comes back from there when the store has caught up.
    pending.shrink(SPILL_ABOVE - visits.length, ({ persisted, fromJournal }) => persisted && !fromJournal)
    if (pending.visits + visits.length > MAX_BUFFERED) {
      count.dropped += visits.length
      return
    }
    pending.add(packVisits(nextIds(visits.length), visits, memory), { fromJournal: false })
    kept?.watch()
    if (lingering && pending.visits >= RUSH_BATCH_SIZE) wake()
    deliver()
  }

  function deliver() {
    if (delivering) return
    delivering = true
    deliverAll()
      .catch((error: unknown) => {
        onTrouble({ type: 'store-away', error })
        return pause(RETRY_LAST)
      })
      .finally(() => {
        delivering = false
        if (pending.length > 0 && state !== 'closed') deliver()
      })
  }

  async function deliverAll() {
    for (let rush = false; state !== 'closed'; ) {
      if (pending.length === 0) await refill()
      if (rush) await linger()
      const head = pending.head(size.visits)
      if (head === undefined) return
      pending.underWay = head.from.length
      const isStored = await storeHead(head)
      pending.underWay = 0
      rush = isRush(head)
      if (!isStored)
        await pause(
          Math.min(state === 'closing' ? RETRY_FIRST : RETRY_LAST, RETRY_FIRST * 2 ** Math.max(0, failures - 1)),
        )
    }
  }

  /** Stores the visits, or sets one aside that is refused. Returns whether to go on at once. */
  async function storeHead(head: Head): Promise<boolean> {
    const startedMs = performance.now()
    const error = await attempt(head.batches)
    const nowMs = performance.now()
    if (error === undefined) {
      size.stored(head.visits, nowMs)
      stored(head)
      return true
    }
    storeAway = true
    if (state !== 'closed') troubles.failed(error)
    size.failed(head.visits, nowMs - startedMs + RETRY_FIRST, nowMs)
    // Smaller attempts follow soon, since what is asked of the store changes each time.
    if (head.visits > 1) return false
    if (state !== 'open' || !(await takesAnother())) {
      failures += 1
      return false
    }
    failures = 0
    refusals += 1
    if (refusals < REFUSALS) return false
    await refuse(head, error)
    return true
  }

  /** The error of an attempt to store; undefined when all are stored. */
  const attempt = (batches: readonly VisitBatch[]): Promise<unknown> =>
    sink.store(batches).then(
      () => undefined,
      (error: unknown) => error ?? new Error('The store failed'),
    )

  /** Whether the store takes a visit other than the first now; storing it again later does no harm. */
  async function takesAnother(): Promise<boolean> {
    const another = pending.another()
    return another !== undefined && (await attempt([another])) === undefined
  }

  async function refuse(head: Head, error: unknown) {
    const piece = head.batches[0] as VisitBatch
    const [visit] = unpackVisits(piece)
    const [id] = hitIdsOf(piece)
    try {
      if (setAside === undefined || visit === undefined || id === undefined) throw error
      await setAside(id, visit, error)
      count.refused += 1
      refusedLast = error
      if (performance.now() - refusedToldAt >= REPORT_EVERY) tellOfRefused()
    } catch (error) {
      if (setAside !== undefined) onTrouble({ type: 'journal-failed', error })
      count.dropped += 1
    }
    refusals = 0
    remove(head)
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

  function stored(head: Head) {
    troubles.works()
    storeAway = false
    failures = 0
    refusals = 0
    count.stored += head.visits
    remove(head)
  }

  function remove(head: Head) {
    for (const { batch, persisted, writing } of pending.removeHead(head)) {
      if (persisted) journal?.settle(batch)
      if (!writing) memory.giveBack(batch.bytes)
    }
  }

  /** Lets visits gather, which are safe on disk meanwhile: a few thousand together cost the store half of what a few hundred at a time do. */
  async function linger() {
    if (
      state !== 'open' ||
      pending.visits >= RUSH_BATCH_SIZE ||
      pending.where(({ fromJournal }) => fromJournal).length > 0
    )
      return
    lingering = true
    await pause(RUSH_DELAY_MS)
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
    const patienceEnds = performance.now() + FLUSH_TIMEOUT_MS
    const isDone = (one: Pending) =>
      !pending.has(one) || (one.persisted && (storeAway || performance.now() > patienceEnds))
    while (!mine.every(isDone)) await sleep(5)
  }

  function tellOfDrops() {
    if (count.dropped > count.droppedTold) onTrouble({ type: 'dropped', visits: count.dropped - count.droppedTold })
    count.droppedTold = count.dropped
  }

  function tellOfRefused() {
    const visits = count.refused - count.refusedTold
    if (visits === 0) return
    onTrouble({ type: 'refused', visits, error: refusedLast })
    count.refusedTold = count.refused
    refusedToldAt = performance.now()
  }

  function tellOfLosses() {
    tellOfDrops()
    tellOfRefused()
  }

  /** In seconds; by the ids of hits, which hold the time at which the visit came. */
  function oldestSeconds(): number {
    const firsts = [pending.first?.first, journal?.oldest()].filter((first) => first !== undefined)
    return firsts.length === 0 ? 0 : Math.max(0, clock.now() - Math.min(...firsts.map(timeOfHitId))) / 1000
  }

  function adopt() {
    const adopted = journal?.adopt() ?? Promise.resolve()
    adopted.then(deliver, (error) => onTrouble({ type: 'journal-failed', error }))
  }

  adopt()
  const adopting = setInterval(adopt, ADOPT_EVERY).unref()
  const telling = setInterval(tellOfLosses, REPORT_EVERY).unref()

  return {
    record,
    flushed,
    counters: () => ({
      stored: count.stored,
      spilled: kept?.visits() ?? 0,
      dropped: count.dropped,
      refused: count.refused,
      oldestSeconds: oldestSeconds(),
      buffered: buffer.length + pending.visits,
      journalBytes: journal?.size() ?? 0,
    }),
    async close() {
      clearInterval(adopting)
      clearInterval(telling)
      state = 'closing'
      wake()
      pending.shrink(0, ({ fromJournal }) => fromJournal)
      await Promise.race([flushed(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      state = 'closed'
      wake()
      kept?.end()
      for (const { batch } of pending.where(({ persisted }) => !persisted)) count.dropped += batch.count
      tellOfLosses()
      await sink.close()
      await journal?.close()
    },
  }
}

/** Whether visits come faster than each few of them are worth a transaction; those from the journal tell nothing of that. */
const isRush = ({ from }: Head) =>
  from.reduce((sum, { batch, fromJournal }) => sum + (fromJournal ? 0 : batch.count), 0) >= RUSH_SIZE
