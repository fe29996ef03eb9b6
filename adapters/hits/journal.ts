import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Mutex } from '../kit/mutex.ts'
import { entryBytes } from './journal-entry.ts'
import { type JournalFolder, type OnSkipped, takeFolder } from './journal-folder.ts'
import { JournalSegment } from './journal-segment.ts'
import type { SharedMemory } from './shared-memory.ts'
import type { VisitBatch } from './visit-batch.ts'

export interface JournalOptions {
  /** Where files are kept; other processes may share it. */
  readonly folder: string
  /** Size limit of all files together, in bytes; 1 GiB by default. */
  readonly maxSize?: number | undefined
  /** Called with how many entries of a file are damaged. */
  readonly onDamage?: ((file: string, entries: number) => void) | undefined
  /** Called once for each file or folder that cannot be used; the rest of the journal goes on without it. */
  readonly onSkipped?: ((path: string, error: unknown) => void) | undefined
}

/** Batches that are kept on disk until they are stored. */
export interface Journal {
  /** Resolves when the batches are on the disk. Rejects, having kept none, when there is no room or the disk fails. */
  append(batches: readonly VisitBatch[]): Promise<void>
  /** Drops a batch, which was stored. */
  settle(batch: VisitBatch): void
  /** The unsettled batches of the oldest file; empty when there are none. Ends appending to that file, so call it when no batch is pending. */
  take(memory: SharedMemory): Promise<readonly VisitBatch[]>
  /** Takes over what ended processes have kept, and creates the folder again when it is gone. Rejects when it cannot be used. */
  adopt(): Promise<void>
  /** Bytes kept. */
  size(): number
  /** Id of the oldest hit that is not settled; while a file of an earlier process is not read, of the oldest hit in it. */
  oldest(): string | undefined
  close(): Promise<void>
}

const MAX_BYTES = 2 ** 30
/** A file is read back as a whole on the event loop, so it is kept small. */
const SEGMENT_BYTES = 2 ** 20
/** Paths remembered, so that each is reported once. */
const MAX_REPORTED = 1000

/** Opens a journal below the folder. Throws when nothing can be kept there. */
export const openJournal = (options: JournalOptions): Journal => new FileJournal(options)

class FileJournal implements Journal {
  readonly #parent: string
  readonly #maxBytes: number
  readonly #onDamage: (file: string, entries: number) => void
  readonly #onSkipped: OnSkipped
  #folder: JournalFolder
  /** Oldest first. */
  #segments: readonly JournalSegment[] = []
  /** The one that takes new batches. */
  #active: JournalSegment | undefined
  /** Held by what changes files. */
  readonly #mutex = new Mutex()

  constructor({ folder, maxSize = MAX_BYTES, onDamage = () => {}, onSkipped = () => {} }: JournalOptions) {
    this.#parent = folder
    this.#maxBytes = maxSize
    this.#onDamage = onDamage
    this.#onSkipped = oncePerPath(onSkipped)
    this.#folder = takeFolder(folder, this.#onSkipped)
    this.#addFiles(this.#folder.files())
  }

  append(batches: readonly VisitBatch[]): Promise<void> {
    return this.#mutex.run(() => this.#append(batches))
  }

  settle({ first }: VisitBatch): void {
    for (const { unsettled } of this.#segments) unsettled?.delete(first)
  }

  take(memory: SharedMemory): Promise<readonly VisitBatch[]> {
    return this.#segments.length === 0 ? Promise.resolve([]) : this.#mutex.run(() => this.#takeOldest(memory))
  }

  adopt(): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#renewFolder()
      this.#addFiles(this.#folder.adopt())
    })
  }

  size(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0)
  }

  oldest(): string | undefined {
    return this.#segments.find(({ unsettled }) => unsettled?.size !== 0)?.oldest
  }

  close(): Promise<void> {
    return this.#mutex.run(async () => {
      for (const segment of this.#segments) if (segment.unsettled?.size === 0) await this.#remove(segment)
      await this.#closeActive()
      this.#folder.close()
    })
  }

  #addFiles(files: readonly string[]) {
    const { path } = this.#folder
    const sizeOf = (file: string) => statSync(join(path, file), { throwIfNoEntry: false })?.size ?? 0
    const added = files.map((file) => new JournalSegment(path, file, sizeOf(file)))
    this.#segments = [...this.#segments, ...added].sort((one, other) => (one.file < other.file ? -1 : 1))
  }

  /** Takes a folder again when this one was removed. What it held is in memory still, but a crash would lose it. */
  async #renewFolder() {
    if (existsSync(this.#folder.path)) return
    await this.#closeActive()
    this.#segments = []
    this.#folder.close()
    this.#folder = takeFolder(this.#parent, this.#onSkipped)
    this.#addFiles(this.#folder.files())
  }

  async #append(batches: readonly VisitBatch[]) {
    if (this.size() + entryBytes(batches) > this.#maxBytes) throw new Error('The journal of hits is full')
    if (this.#active !== undefined && this.#active.size >= SEGMENT_BYTES) await this.#closeActive()
    const segment = this.#active ?? (await this.#beginSegment(batches[0] as VisitBatch))
    try {
      await segment.append(batches)
    } catch (error) {
      if (segment.size === 0) await this.#remove(segment).catch(() => {})
      else await this.#closeActive()
      throw error
    }
  }

  async #beginSegment(first: VisitBatch): Promise<JournalSegment> {
    await this.#renewFolder()
    const segment = await JournalSegment.create(this.#folder.path, first)
    this.#segments = [...this.#segments, segment]
    this.#active = segment
    return segment
  }

  async #closeActive() {
    const closing = this.#active
    this.#active = undefined
    await closing?.close()
  }

  async #remove(segment: JournalSegment) {
    if (this.#active === segment) await this.#closeActive()
    this.#forget(segment)
    await segment.remove()
  }

  #forget(segment: JournalSegment) {
    this.#segments = this.#segments.filter((other) => other !== segment)
  }

  async #takeOldest(memory: SharedMemory): Promise<readonly VisitBatch[]> {
    for (const segment of this.#segments) {
      if (this.#active === segment) await this.#closeActive()
      try {
        const batches = segment.unsettled?.size === 0 ? [] : await this.#read(segment, memory)
        if (batches.length > 0) return batches
        await this.#remove(segment)
      } catch (error) {
        this.#forget(segment)
        this.#onSkipped(segment.path, error)
      }
    }
    return []
  }

  async #read(segment: JournalSegment, memory: SharedMemory): Promise<readonly VisitBatch[]> {
    const { batches, damaged } = await segment.read(memory)
    if (damaged > 0) this.#onDamage(segment.file, damaged)
    return batches
  }
}

function oncePerPath(onSkipped: OnSkipped): OnSkipped {
  const reported = new Set<string>()
  return (path, error) => {
    if (reported.has(path) || reported.size >= MAX_REPORTED) return
    reported.add(path)
    onSkipped(path, error)
  }
}
