import type { Visit } from '@shortlink/core'
import type { HitRecorder } from '@shortlink/core/ports'
// The recorder uses Node's timers, so the simulation combines its parts.
import { Backlog } from '../../adapters/hits/backlog.ts'
import { localSink } from '../../adapters/hits/hit-thread.ts'
import type { Journal } from '../../adapters/hits/journal.ts'
import { unpackVisits, type VisitBatch } from '../../adapters/hits/visit-batch.ts'
import { StoreFault } from './faults.ts'
import type { Outside, Services, Starting } from './outside.ts'

const BATCH_MS = 70
const RETRY_MS = 100
/** How long a disk takes to write. */
const WRITE_MS = 10
/** Small, so that batches are cut, and that a part of one is stored. */
const STORED_AT_ONCE = 3

/** The disks of replicas, whose journals outlive them, and what records hits. */
export class HitDisks implements Outside {
  readonly #batches: Map<string, VisitBatch>[] = []
  #starts = 0
  /** User agents of visits that are on a disk, or stored. */
  readonly safe = new Set<string>()
  finding: unknown

  connect({ index, ports, once, clock }: Starting): Services {
    this.#batches[index] ??= new Map()
    const journal = memoryJournal(this.#batches[index], (batches) => this.#keep(batches), once, clock.once)
    // No two processes have one number.
    const backlog = new Backlog({ clock: ports.clock, replica: this.#starts++, journal }, (error) => {
      this.finding ??= error
    })
    const { visitors, policy, store } = ports
    const { countsVisitors } = policy.visits
    const sink = localSink({ hits: store.hits, visitors, anonymize: false, countsVisitors })
    let buffer: Visit[] = []
    let isRunning = false

    const deliver = async () => {
      if (isRunning) return
      isRunning = true
      for (;;) {
        await backlog.refill({ isStoreAway: false })
        const batches = backlog.next(STORED_AT_ONCE)
        if (batches.length === 0) break
        try {
          await sink.store(batches)
          this.#keep(batches)
          backlog.remove(batches.reduce((sum, { count }) => sum + count, 0))
        } catch (error) {
          if (!(error instanceof StoreFault)) this.finding ??= error
          await new Promise<void>((resolve) => void once(RETRY_MS, resolve))
        }
      }
      isRunning = false
    }
    const cut = () => {
      if (buffer.length > 0) backlog.add(buffer)
      buffer = []
      void deliver()
    }
    void deliver()
    const hitRecorder: HitRecorder = {
      record: (visit) => {
        if (buffer.push(visit) === 1) once(BATCH_MS, cut)
      },
      flushed: async () => {},
    }
    return { ports: { hitRecorder } }
  }

  #keep(batches: readonly VisitBatch[]) {
    for (const batch of batches) for (const { userAgent } of unpackVisits(batch)) this.safe.add(userAgent ?? '')
  }
}

/** A journal of a process on its disk. */
function memoryJournal(
  disk: Map<string, VisitBatch>,
  onKept: (batches: readonly VisitBatch[]) => void,
  once: Starting['once'],
  onceAfterCrash: Starting['once'],
): Journal {
  /** What earlier processes have left, and what was released. */
  const unread = new Set(disk.keys())
  const later = (timer: Starting['once'], delayMs: number) =>
    new Promise<void>((resolve) => void timer(delayMs, resolve))
  const journal: Pick<Journal, 'append' | 'settle' | 'release' | 'hasMore' | 'take'> = {
    async append(batches) {
      const copies = batches.map((batch) => ({ ...batch, json: batch.json.slice() }))
      await later(onceAfterCrash, WRITE_MS)
      for (const copy of copies) disk.set(copy.first, copy)
      onKept(copies)
      await later(once, WRITE_MS)
    },
    settle: ({ first }) => void disk.delete(first),
    release: ({ first }) => void unread.add(first),
    get hasMore() {
      return unread.size > 0
    },
    async take() {
      const batches = [...unread].flatMap((first) => disk.get(first) ?? [])
      unread.clear()
      return batches.map((batch) => ({ ...batch, json: batch.json.slice() }))
    },
  }
  return journal as Journal
}
