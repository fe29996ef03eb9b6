import { existsSync, statSync } from 'node:fs'
import { type FileHandle, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Mutex } from '../kit/mutex.ts'
import { readEntries, toEntry } from './journal-entry.ts'
import { takeFolder } from './journal-folder.ts'
import type { SharedMemory } from './shared-memory.ts'
import type { VisitBatch } from './visit-batch.ts'

export interface JournalOptions {
  /** Where files are kept; may be shared with other processes. */
  readonly folder: string
  /** Bytes that the files may take together. */
  readonly maxSize?: number | undefined
  /** Is told how many entries of a file were damaged. */
  readonly onDamage?: ((file: string, entries: number) => void) | undefined
  /** Called once for each file or folder that cannot be used; the rest of the journal goes on without it. */
  readonly onSkipped?: ((path: string, error: unknown) => void) | undefined
}

/** Batches that are safe on disk until they are stored. */
export interface Journal {
  /** Resolves when the batches are on the disk. Rejects, having kept none, when there is no room or the disk fails. */
  append(batches: readonly VisitBatch[]): Promise<void>
  /** The batch was stored: it need not be kept any longer. */
  settle(batch: VisitBatch): void
  /** What was kept longest and is not settled, a file of it; nothing when there is none. For when nothing else is to be stored. */
  take(memory: SharedMemory): Promise<readonly VisitBatch[]>
  /** Takes over what processes that are gone have kept, and makes the folder again when it is gone. Rejects when it cannot be used. */
  adopt(): Promise<void>
  /** Bytes kept. */
  size(): number
  /** Id of the oldest hit that is not settled; where a file of an earlier process is not read yet, of the oldest in it. */
  oldest(): string | undefined
  close(): Promise<void>
}

interface Segment {
  readonly file: string
  size: number
  /** First ids of the batches that are not settled; unknown until a file of an earlier process is read. */
  unsettled: Set<string> | undefined
}

const MAX_SIZE = 2 ** 30
/** A file is read back as a whole on the event loop, so it ends soon. */
const SEGMENT_SIZE = 2 ** 20
const ID_DIGITS = 19
/** What cannot be used is remembered, so that it is reported once. */
const MAX_REPORTED = 1000

/** Opens a journal below the folder. Throws when nothing can be kept there. */
export function openJournal({ folder, maxSize = MAX_SIZE, onDamage = () => {}, onSkipped }: JournalOptions): Journal {
  const reported = new Set<string>()
  let own = takeFolder(folder, skipped)
  /** Oldest first. */
  let segments: Segment[] = []
  let active: { readonly segment: Segment; readonly handle: FileHandle } | undefined
  /** Held by what changes files. */
  const mutex = new Mutex()

  function skipped(path: string, error: unknown) {
    if (reported.has(path) || reported.size >= MAX_REPORTED) return
    reported.add(path)
    onSkipped?.(path, error)
  }

  function find(files: readonly string[]) {
    const sizeOf = (file: string) => statSync(join(own.path, file), { throwIfNoEntry: false })?.size ?? 0
    const found = files.map((file) => ({ file, size: sizeOf(file), unsettled: undefined }))
    segments = [...segments, ...found].sort((one, other) => (one.file < other.file ? -1 : 1))
  }

  /** Takes a folder again when this one was removed. What it held is lost to a crash, but in memory still. */
  async function renewFolder() {
    if (existsSync(own.path)) return
    await endSegment()
    segments = []
    own.close()
    own = takeFolder(folder, skipped)
    find(own.files())
  }

  async function write(batches: readonly VisitBatch[]) {
    const pieces = batches.flatMap(toEntry)
    const added = pieces.reduce((sum, { length }) => sum + length, 0)
    if (size() + added > maxSize) throw new Error('The journal of hits is full')
    if (active !== undefined && active.segment.size >= SEGMENT_SIZE) await endSegment()
    active ??= await beginSegment(batches[0] as VisitBatch)
    const { segment, handle } = active
    try {
      const { bytesWritten } = await handle.writev(pieces, segment.size)
      if (bytesWritten < added) throw new Error('The disk took only a part of what was to be kept')
      await handle.datasync()
    } catch (error) {
      // Half an entry must not be continued, nor be read as damage.
      await handle.truncate(segment.size).catch(() => {})
      if (segment.size === 0) await remove(segment).catch(() => {})
      else await endSegment()
      throw error
    }
    segment.size += added
    for (const { first } of batches) segment.unsettled?.add(first)
  }

  async function beginSegment({ first }: VisitBatch) {
    await renewFolder()
    const file = `${first.padStart(ID_DIGITS, '0')}.hits`
    const handle = await open(join(own.path, file), 'w', 0o600)
    await syncFolder(own.path)
    const segment: Segment = { file, size: 0, unsettled: new Set() }
    segments.push(segment)
    return { segment, handle }
  }

  async function endSegment() {
    const ended = active
    active = undefined
    await ended?.handle.close()
  }

  async function remove(segment: Segment) {
    if (active?.segment === segment) await endSegment()
    segments = segments.filter((other) => other !== segment)
    await unlink(join(own.path, segment.file))
  }

  async function read(segment: Segment, memory: SharedMemory): Promise<readonly VisitBatch[]> {
    const { batches, unreadable } = readEntries(await readFile(join(own.path, segment.file)), memory)
    if (unreadable > 0) onDamage(segment.file, unreadable)
    const known = segment.unsettled
    const left = known === undefined ? batches : batches.filter(({ first }) => known.has(first))
    segment.unsettled = new Set(left.map(({ first }) => first))
    return left
  }

  async function takeOldest(memory: SharedMemory): Promise<readonly VisitBatch[]> {
    for (const segment of segments) {
      if (active?.segment === segment) await endSegment()
      try {
        const batches = segment.unsettled?.size === 0 ? [] : await read(segment, memory)
        if (batches.length > 0) return batches
        await remove(segment)
      } catch (error) {
        segments = segments.filter((other) => other !== segment)
        skipped(join(own.path, segment.file), error)
      }
    }
    return []
  }

  const size = () => segments.reduce((sum, segment) => sum + segment.size, 0)

  function oldest(): string | undefined {
    const segment = segments.find(({ unsettled }) => unsettled?.size !== 0)
    if (segment === undefined) return undefined
    const [first] = segment.unsettled ?? [segment.file.slice(0, ID_DIGITS)]
    return first
  }

  find(own.files())
  return {
    append: (batches) => mutex.run(() => write(batches)),
    settle({ first }) {
      for (const { unsettled } of segments) unsettled?.delete(first)
    },
    take: (memory) => (segments.length === 0 ? Promise.resolve([]) : mutex.run(() => takeOldest(memory))),
    adopt: () =>
      mutex.run(async () => {
        await renewFolder()
        find(own.adopt())
      }),
    size,
    oldest,
    close: () =>
      mutex.run(async () => {
        for (const segment of segments) if (segment.unsettled?.size === 0) await remove(segment)
        await endSegment()
        own.close()
      }),
  }
}

/** A new file is only sure to be found after a power cut when its folder is on the disk, too. */
async function syncFolder(path: string) {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
