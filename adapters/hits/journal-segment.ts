import { type FileHandle, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { entryBytes, readEntries, toEntry } from './journal-entry.ts'
import type { SharedMemory } from './shared-memory.ts'
import type { VisitBatch } from './visit-batch.ts'

const ID_DIGITS = 19

/** One file of a journal, named by the id of the first hit in it. */
export class JournalSegment {
  readonly #folder: string
  readonly file: string
  /** In bytes. */
  size: number
  /** First ids of the batches that are not settled; unknown until a file of an earlier process is read. */
  unsettled: Set<string> | undefined
  /** Open while entries are appended. */
  #handle: FileHandle | undefined

  /** A file that is in the folder already. */
  constructor(folder: string, file: string, size: number) {
    this.#folder = folder
    this.file = file
    this.size = size
  }

  /** Creates an empty file and opens it for `append`. */
  static async create(folder: string, { first }: VisitBatch): Promise<JournalSegment> {
    const segment = new JournalSegment(folder, `${first.padStart(ID_DIGITS, '0')}.hits`, 0)
    segment.unsettled = new Set()
    segment.#handle = await open(segment.path, 'w', 0o600)
    try {
      await syncFolder(folder)
    } catch (error) {
      await segment.close().catch(() => {})
      throw error
    }
    return segment
  }

  get path(): string {
    return join(this.#folder, this.file)
  }

  /** Id of the oldest hit that is not settled; while the file is not read, of the oldest hit in it. */
  get oldest(): string | undefined {
    const [first] = this.unsettled ?? [this.file.slice(0, ID_DIGITS)]
    return first
  }

  /** Resolves when the entries are on the disk. Rejects, having appended none, when the disk fails. */
  async append(batches: readonly VisitBatch[]): Promise<void> {
    const handle = this.#handle
    if (handle === undefined) throw new Error(`${this.path} is closed`)
    const bytes = entryBytes(batches)
    try {
      const { bytesWritten } = await handle.writev(batches.flatMap(toEntry), this.size)
      if (bytesWritten < bytes) throw new Error('The disk took only a part of what was to be kept')
      await handle.datasync()
    } catch (error) {
      // Half an entry must not be continued, nor be read as damage.
      await handle.truncate(this.size).catch(() => {})
      throw error
    }
    this.size += bytes
    for (const { first } of batches) this.unsettled?.add(first)
  }

  /** Reads the batches that are not settled, and how many entries are damaged. */
  async read(memory: SharedMemory): Promise<{ batches: readonly VisitBatch[]; damaged: number }> {
    const { batches, unreadable } = readEntries(await readFile(this.path), memory)
    const known = this.unsettled
    const left = known === undefined ? batches : batches.filter(({ first }) => known.has(first))
    this.unsettled = new Set(left.map(({ first }) => first))
    return { batches: left, damaged: unreadable }
  }

  /** Closes the file, to which nothing is appended any longer. */
  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }

  /** Deletes the file, which is closed. */
  async remove(): Promise<void> {
    await unlink(this.path)
  }
}

/** After a power cut a new file is only found when its folder is on the disk, too. */
async function syncFolder(path: string) {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
