import { type FileHandle, open, stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { Reader, type Response } from 'mmdb-lib'
import { everyUnlessBusy } from '../kit/timers.ts'

/** One record of a MaxMind database, in any layout and with values of any type. */
export type MmdbRecord = Record<string, unknown>

export interface MmdbFile {
  /** The record of the network that holds the address, mostly the same object for the same record; null without one. Never throws. */
  get(ip: string): MmdbRecord | null
  /** The bytes in use, which threads may share; undefined when there are none. */
  content(): Uint8Array | undefined
  close(): void
}

export interface MmdbOptions {
  readonly path: string
  /**
   * Interval between checks of the file, which is read again at the second check that finds the same change; 0 for one that never changes.
   */
  readonly pollIntervalMs: number
  /** Called once for each state of the file that cannot be used. */
  readonly onError: (error: Error) => void
  /** Contents that another thread has read from the file; used while it cannot be read here. With it opening never rejects. */
  readonly before?: { readonly content: Uint8Array | undefined } | undefined
}

interface Loaded {
  readonly content: Uint8Array
  readonly reader: Reader<Response>
}

/**
 * Opens a MaxMind database and follows it as it is replaced on disk. A new file that cannot be used is reported and the old one
 * stays. Rejects when the first one cannot be used, unless `before` is given.
 */
export async function openMmdb({ path, pollIntervalMs, onError, before }: MmdbOptions): Promise<MmdbFile> {
  let used = await stateOf(path)
  let loaded: Loaded | undefined =
    before === undefined ? await load(path) : await load(path).catch(() => before.content && read(before.content))
  let seen = used
  let isDamaged = false

  const check = async () => {
    const state = await stateOf(path)
    // A file that changed since the last check may be half written.
    const isSettled = state === seen
    seen = state
    if (!isSettled || state === used) return
    used = state
    loaded = await load(path)
    isDamaged = false
  }

  return {
    get(ip) {
      if (loaded === undefined) return null
      const { reader } = loaded
      // A database with only IPv4 reads the first bits of any IPv6 address as an IPv4 one.
      if (reader.metadata.ipVersion === 4 && ip.includes(':')) return null
      try {
        const record: unknown = reader.get(ip)
        return typeof record === 'object' ? (record as MmdbRecord | null) : null
      } catch (cause) {
        if (!isDamaged) onError(unusable(path, cause))
        isDamaged = true
        return null
      }
    },
    content: () => loaded?.content,
    // Polled rather than watched: watchers miss files that are mounted over the network or swapped by a rename.
    close: pollIntervalMs === 0 ? () => {} : everyUnlessBusy(pollIntervalMs, () => check().catch(onError)),
  }
}

/** A text that changes whenever the file or its permissions do. */
const stateOf = (path: string): Promise<string> =>
  stat(path).then(
    ({ ino, size, mtimeMs, ctimeMs }) => `${ino} ${size} ${mtimeMs} ${ctimeMs}`,
    () => 'missing',
  )

const unusable = (path: string, cause: unknown) => new Error(`${path} cannot be used as a MaxMind database`, { cause })

/** Number of cached decoded records and shared parts of records: all countries, or the cities of most visitors. */
const MAX_DECODED = 5_000

async function load(path: string): Promise<Loaded> {
  try {
    return read(await readShared(path))
  } catch (cause) {
    throw unusable(path, cause)
  }
}

/** Throws for content that is no MaxMind database. */
function read(content: Uint8Array): Loaded {
  const cache = new LRUCache<string | number, object>({ max: MAX_DECODED })
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const reader = new Reader<Response>(bytes, { cache })
  const { ipVersion, nodeCount } = reader.metadata
  if (!(ipVersion === 4 || ipVersion === 6) || !(nodeCount > 0)) throw new Error('it has no metadata')
  reader.get('192.0.2.1')
  return { content, reader }
}

/** Reads a file into memory that threads can share. */
async function readShared(path: string): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.from(new SharedArrayBuffer(size))
    return bytes.subarray(0, await fill(bytes, handle))
  } finally {
    await handle.close()
  }
}

/** Reads until the bytes are full or the file ends; returns the number of bytes read. */
async function fill(bytes: Buffer, handle: FileHandle): Promise<number> {
  for (let end = 0; ; ) {
    const { bytesRead } = await handle.read(bytes, end, bytes.length - end, end)
    end += bytesRead
    if (bytesRead === 0 || end === bytes.length) return end
  }
}
