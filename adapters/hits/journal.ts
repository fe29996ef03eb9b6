import { existsSync, statSync } from 'node:fs'
import { type FileHandle, open, readFile, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Mutex } from '../kit/mutex.ts'
import { readEntries, toEntry } from './journal-entry.ts'
import { adoptInto, filesIn, type OnSkipped, takeFolder } from './journal-folder.ts'
import { readOldEntries } from './old-journal.ts'
import type { VisitBatch } from './visit-batch.ts'

export interface JournalOptions {
  /** Folder for the files; other processes may share it. */
  readonly folder: string
  /** Size limit of all files together, in bytes; 1 GiB by default. */
  readonly maxSize?: number
  /** Called with the number of damaged entries in a file. */
  readonly onDamage?: ((file: string, entries: number) => void) | undefined
  /** Called once for each file or folder that cannot be used; the rest of the journal continues without it. */
  readonly onSkipped?: OnSkipped
}

/** One file, named by the id of the first hit in it. */
interface Segment {
  readonly path: string
  /** In bytes. */
  size: number
  /**
   * First ids of the batches that are not settled, and whether each is on the disk only; undefined until a file of an earlier process is
   * read.
   */
  unsettled: Map<string, boolean> | undefined
}

const MAX_BYTES = 2 ** 30
/** Files are small because each is read back as a whole on the event loop. */
const SEGMENT_BYTES = 2 ** 20
const ID_DIGITS = 19
/** Paths remembered, so that each is reported once. */
const MAX_REPORTED = 1000

/** Batches on disk that are not stored yet. */
export class Journal {
  readonly #options: JournalOptions
  readonly #reported = new Set<string>()
  #folder: ReturnType<typeof takeFolder>
  /** Oldest first. */
  #segments: readonly Segment[] = []
  /** The segment for new batches. */
  #active: { readonly segment: Segment; readonly handle: FileHandle } | undefined
  /** Held while changing files. */
  readonly #mutex = new Mutex()

  readonly #onSkipped: OnSkipped = (path, error) => {
    if (this.#reported.has(path) || this.#reported.size >= MAX_REPORTED) return
    this.#reported.add(path)
    this.#options.onSkipped?.(path, error)
  }

  /** Throws when the folder is unusable. */
  constructor(options: JournalOptions) {
    this.#options = options
    this.#folder = this.#takeFolder()
  }

  /** Resolves when the batches are on the disk. Rejects, without writing any, when there is no room or the disk fails. */
  append(batches: readonly VisitBatch[]): Promise<void> {
    return this.#mutex.run(async () => {
      const atLeast = batches.reduce((sum, { json }) => sum + json.length, this.size())
      if (atLeast > (this.#options.maxSize ?? MAX_BYTES)) throw new Error('The journal of hits is full')
      if (this.#active !== undefined && this.#active.segment.size >= SEGMENT_BYTES) await this.#closeActive()
      this.#active ??= await this.#begin(batches[0] as VisitBatch)
      await this.#write(this.#active, Buffer.concat(batches.map(toEntry)))
      for (const { first } of batches) this.#active.segment.unsettled?.set(first, false)
    })
  }

  /** Drops a batch, which was stored. */
  settle({ first }: VisitBatch): void {
    for (const { unsettled } of this.#segments) unsettled?.delete(first)
  }

  /** Makes `take` return a batch again, which leaves memory. */
  release({ first }: VisitBatch): void {
    for (const { unsettled } of this.#segments) if (unsettled?.has(first)) unsettled.set(first, true)
  }

  /** Whether there are batches that were released or that an earlier process has left. */
  get hasMore(): boolean {
    return this.#segments.some(hasMore)
  }

  /** The batches of the oldest file that has any; empty when no file has. Stops appending to the newest file. */
  take(): Promise<readonly VisitBatch[]> {
    return this.#mutex.run(async () => {
      await this.#closeActive()
      for (const segment of this.#segments) {
        const batches = hasMore(segment) ? await this.#read(segment) : []
        if (batches.length > 0) return batches
      }
      // All of a file may be damaged.
      await this.#closeActive()
      return []
    })
  }

  /** Takes over the files of ended processes, and recreates a missing folder. Rejects when the folder cannot be used. */
  adopt(): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#renewFolder()
      this.#addFiles(this.#folder.path, adoptInto(this.#folder.path, this.#onSkipped))
    })
  }

  /** Size in bytes. */
  size(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0)
  }

  /** Id of the oldest hit that is not settled; while a file of an earlier process is not read, of the oldest hit in it. */
  oldest(): string | undefined {
    const segment = this.#segments.find(({ unsettled }) => unsettled?.size !== 0)
    return segment && (segment.unsettled?.keys().next().value ?? basename(segment.path).slice(0, ID_DIGITS))
  }

  close(): Promise<void> {
    return this.#mutex.run(async () => {
      await this.#closeActive()
      this.#folder.unlock()
    })
  }

  #takeFolder() {
    const folder = takeFolder(this.#options.folder, this.#onSkipped)
    this.#segments = []
    this.#addFiles(folder.path, filesIn(folder.path, this.#onSkipped))
    return folder
  }

  #addFiles(folder: string, files: readonly string[]) {
    const added = files.map((file): Segment => {
      const path = join(folder, file)
      return { path, size: statSync(path, { throwIfNoEntry: false })?.size ?? 0, unsettled: undefined }
    })
    this.#segments = [...this.#segments, ...added].sort((one, other) => (one.path < other.path ? -1 : 1))
  }

  /** Creates another folder when this one was removed. Its visits are still in memory, but a crash would lose them. */
  async #renewFolder() {
    if (existsSync(this.#folder.path)) return
    this.#segments = []
    await this.#closeActive()
    this.#folder.unlock()
    this.#folder = this.#takeFolder()
  }

  /** Creates a file. */
  async #begin({ first }: VisitBatch) {
    await this.#renewFolder()
    const path = join(this.#folder.path, `${first.padStart(ID_DIGITS, '0')}.jsonl`)
    const segment: Segment = { path, size: 0, unsettled: new Map() }
    const handle = await open(path, 'w', 0o600)
    this.#segments = [...this.#segments, segment]
    this.#active = { segment, handle }
    return this.#active
  }

  async #write({ segment, handle }: { readonly segment: Segment; readonly handle: FileHandle }, bytes: Buffer) {
    try {
      // After a power cut a new file is only found when its folder is on the disk, too.
      if (segment.size === 0) await syncFolder(this.#folder.path)
      const { bytesWritten } = await handle.write(bytes, 0, bytes.length, segment.size)
      if (bytesWritten < bytes.length) throw new Error('The disk stored only part of the batch')
      await handle.datasync()
      segment.size += bytes.length
    } catch (error) {
      // Neither continue a partial entry nor read it as damage.
      await handle.truncate(segment.size).catch(() => {})
      await this.#closeActive().catch(() => {})
      throw error
    }
  }

  /** Stops appending, and deletes files with only settled batches. */
  async #closeActive() {
    const { handle } = this.#active ?? {}
    this.#active = undefined
    await handle?.close()
    for (const segment of this.#segments.filter(({ unsettled }) => unsettled?.size === 0)) {
      this.#forget(segment)
      await unlink(segment.path)
    }
  }

  #forget(segment: Segment) {
    this.#segments = this.#segments.filter((other) => other !== segment)
  }

  /** The batches of a file that are not in memory; none when it cannot be used. */
  async #read(segment: Segment): Promise<readonly VisitBatch[]> {
    const { path } = segment
    try {
      const { batches, damaged } = await (path.endsWith('.hits') ? readOldEntries : readEntries)(await readFile(path))
      if (damaged > 0) this.#options.onDamage?.(basename(path), damaged)
      const { unsettled } = segment
      const taken = batches.filter(({ first }) => unsettled === undefined || unsettled.get(first))
      // Released ones that are damaged are lost.
      const inMemory = [...(unsettled ?? [])].filter(([, isOnDiskOnly]) => !isOnDiskOnly)
      segment.unsettled = new Map([...inMemory, ...taken.map(({ first }) => [first, false] as const)])
      return taken
    } catch (error) {
      this.#forget(segment)
      this.#onSkipped(path, error)
      return []
    }
  }
}

function hasMore({ unsettled }: Segment): boolean {
  if (unsettled === undefined) return true
  for (const isOnDiskOnly of unsettled.values()) if (isOnDiskOnly) return true
  return false
}

async function syncFolder(path: string) {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
