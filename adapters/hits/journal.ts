import { existsSync, statSync } from 'node:fs'
import { type FileHandle, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Mutex } from '../kit/mutex.ts'
import { readEntries, toEntry } from './journal-entry.ts'
import { type JournalFolder, type OnSkipped, takeFolder } from './journal-folder.ts'
import { readOldEntries } from './old-journal.ts'
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

/** One file, named by the id of the first hit in it. */
interface Segment {
  readonly path: string
  readonly file: string
  /** In bytes. */
  size: number
  /** First ids of the batches that are not settled; unknown until a file of an earlier process is read. */
  unsettled: Set<string> | undefined
  /** Those of them that are not in memory. */
  readonly released: Set<string>
}

const MAX_BYTES = 2 ** 30
/** A file is read back as a whole on the event loop, so it is kept small. */
const SEGMENT_BYTES = 2 ** 20
const ID_DIGITS = 19
/** Paths remembered, so that each is reported once. */
const MAX_REPORTED = 1000

/** Batches that are kept on disk until they are stored. */
export class Journal {
  readonly #parent: string
  readonly #maxBytes: number
  readonly #onDamage: (file: string, entries: number) => void
  readonly #onSkipped: OnSkipped
  #folder: JournalFolder
  /** Oldest first. */
  #segments: readonly Segment[] = []
  /** The one that takes new batches. */
  #active: { readonly segment: Segment; readonly handle: FileHandle } | undefined
  /** Held by what changes files. */
  readonly #mutex = new Mutex()

  /** Throws when nothing can be kept in the folder. */
  constructor({ folder, maxSize = MAX_BYTES, onDamage = () => {}, onSkipped = () => {} }: JournalOptions) {
    this.#parent = folder
    this.#maxBytes = maxSize
    this.#onDamage = onDamage
    this.#onSkipped = oncePerPath(onSkipped)
    this.#folder = takeFolder(folder, this.#onSkipped)
    this.#addFiles(this.#folder.files())
  }

  /** Resolves when the batches are on the disk. Rejects, having kept none, when there is no room or the disk fails. */
  append(batches: readonly VisitBatch[]): Promise<void> {
    return this.#mutex.run(async () => {
      const atLeast = batches.reduce((sum, { json }) => sum + json.length, this.size())
      if (atLeast > this.#maxBytes) throw new Error('The journal of hits is full')
      if (this.#active !== undefined && this.#active.segment.size >= SEGMENT_BYTES) await this.#closeActive()
      this.#active ??= await this.#begin(batches[0] as VisitBatch)
      await this.#write(this.#active, Buffer.concat(batches.map(toEntry)))
      for (const { first } of batches) this.#active.segment.unsettled?.add(first)
    })
  }

  /** Drops a batch, which was stored. */
  settle({ first }: VisitBatch): void {
    for (const { unsettled } of this.#segments) unsettled?.delete(first)
  }

  /** Has `take` return a batch again, which leaves memory. */
  release({ first }: VisitBatch): void {
    for (const { unsettled, released } of this.#segments) if (unsettled?.has(first)) released.add(first)
  }

  /** Whether there are batches that were released or that an earlier process has left. */
  get hasMore(): boolean {
    return this.#segments.some(hasMore)
  }

  /** Those batches of the oldest file that has any; empty when there are none. Ends appending to the newest file. */
  async take(): Promise<readonly VisitBatch[]> {
    return this.#segments.length === 0 ? [] : this.#mutex.run(() => this.#takeOldest())
  }

  /** Takes over what ended processes have kept, and creates the folder again when it is gone. Rejects when it cannot be used. */
  adopt(): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#renewFolder()
      this.#addFiles(this.#folder.adopt())
    })
  }

  /** Bytes kept. */
  size(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0)
  }

  /** Id of the oldest hit that is not settled; while a file of an earlier process is not read, of the oldest hit in it. */
  oldest(): string | undefined {
    const segment = this.#segments.find(({ unsettled }) => unsettled?.size !== 0)
    return segment && (segment.unsettled?.values().next().value ?? segment.file.slice(0, ID_DIGITS))
  }

  close(): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#closeActive()
      this.#folder.close()
    })
  }

  #addFiles(files: readonly string[]) {
    const added = files.map((file): Segment => {
      const path = join(this.#folder.path, file)
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      return { path, file, size, unsettled: undefined, released: new Set() }
    })
    this.#segments = [...this.#segments, ...added].sort((one, other) => (one.file < other.file ? -1 : 1))
  }

  /** Takes a folder again when this one was removed. What it held is in memory still, but a crash would lose it. */
  async #renewFolder() {
    if (existsSync(this.#folder.path)) return
    this.#segments = []
    await this.#closeActive()
    this.#folder.close()
    this.#folder = takeFolder(this.#parent, this.#onSkipped)
    this.#addFiles(this.#folder.files())
  }

  /** Creates a file. */
  async #begin({ first }: VisitBatch) {
    await this.#renewFolder()
    const file = `${first.padStart(ID_DIGITS, '0')}.jsonl`
    const path = join(this.#folder.path, file)
    const segment: Segment = { path, file, size: 0, unsettled: new Set(), released: new Set() }
    const handle = await open(path, 'w', 0o600)
    this.#segments = [...this.#segments, segment]
    this.#active = { segment, handle }
    try {
      await syncFolder(this.#folder.path)
      return this.#active
    } catch (error) {
      await this.#closeActive()
      throw error
    }
  }

  async #write({ segment, handle }: { readonly segment: Segment; readonly handle: FileHandle }, bytes: Buffer) {
    try {
      const { bytesWritten } = await handle.write(bytes, 0, bytes.length, segment.size)
      if (bytesWritten < bytes.length) throw new Error('The disk took only a part of what was to be kept')
      await handle.datasync()
      segment.size += bytes.length
    } catch (error) {
      // Half an entry must not be continued, nor be read as damage.
      await handle.truncate(segment.size).catch(() => {})
      await this.#closeActive().catch(() => {})
      throw error
    }
  }

  /** Ends appending, and deletes the files of which all is settled. */
  async #closeActive() {
    const { handle } = this.#active ?? {}
    this.#active = undefined
    await handle?.close()
    for (const segment of this.#segments) if (segment.unsettled?.size === 0) await this.#remove(segment)
  }

  async #remove(segment: Segment) {
    this.#segments = this.#segments.filter((other) => other !== segment)
    await unlink(segment.path)
  }

  async #takeOldest(): Promise<readonly VisitBatch[]> {
    await this.#closeActive()
    for (const segment of this.#segments.filter(hasMore)) {
      try {
        const batches = await this.#read(segment)
        if (batches.length > 0) return batches
        if (segment.unsettled?.size === 0) await this.#remove(segment)
      } catch (error) {
        this.#segments = this.#segments.filter((other) => other !== segment)
        this.#onSkipped(segment.path, error)
      }
    }
    return []
  }

  async #read(segment: Segment): Promise<readonly VisitBatch[]> {
    const { path, file, released } = segment
    const { batches, damaged } = await (file.endsWith('.hits') ? readOldEntries : readEntries)(await readFile(path))
    if (damaged > 0) this.#onDamage(file, damaged)
    const taken = segment.unsettled === undefined ? batches : batches.filter(({ first }) => released.has(first))
    segment.unsettled ??= new Set()
    // Damaged ones are lost.
    for (const first of released) segment.unsettled.delete(first)
    for (const { first } of taken) segment.unsettled.add(first)
    released.clear()
    return taken
  }
}

const hasMore = ({ unsettled, released }: Segment) => unsettled === undefined || released.size > 0

/** After a power cut a new file is only found when its folder is on the disk, too. */
async function syncFolder(path: string) {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function oncePerPath(onSkipped: OnSkipped): OnSkipped {
  const reported = new Set<string>()
  return (path, error) => {
    if (reported.has(path) || reported.size >= MAX_REPORTED) return
    reported.add(path)
    onSkipped(path, error)
  }
}
