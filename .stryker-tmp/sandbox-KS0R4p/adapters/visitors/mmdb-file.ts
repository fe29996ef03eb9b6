import { readFile, stat } from 'node:fs/promises'
import { Reader, type Response } from 'mmdb-lib'

/** One record of a MaxMind database, of whichever layout; nothing about it is trusted. */
export type MmdbRecord = Record<string, unknown>

export interface MmdbFile {
  /** The record of the network that holds the address; null when there is none. Never throws. */
  get(ip: string): MmdbRecord | null
  close(): void
}

export interface MmdbOptions {
  readonly path: string
  /** Milliseconds between looks at the file, which is read again at the second look that finds it new; 0 for one that never changes. */
  readonly pollEvery: number
  /** Told once of each state of the file that cannot be used. */
  readonly onError: (error: Error) => void
  readonly onReload: () => void
}

/**
 * Opens a MaxMind database and follows it as it is replaced on disk. A new file that cannot be used is reported and the old one
 * stays. Rejects when the first one cannot be used.
 */
export async function openMmdb({ path, pollEvery, onError, onReload }: MmdbOptions): Promise<MmdbFile> {
  let used = await stateOf(path)
  let reader = await load(path)
  let seen = used
  let isDamaged = false

  const look = async () => {
    const state = await stateOf(path)
    // A file that differs from the last look may still be being written.
    const isSettled = state === seen
    seen = state
    if (!isSettled || state === used) return
    used = state
    reader = await load(path)
    isDamaged = false
    onReload()
  }

  return {
    get(ip) {
      // A database of IPv4 alone reads the first bits of any IPv6 address as an IPv4 one.
      if (reader.metadata.ipVersion === 4 && ip.includes(':')) return null
      try {
        return reader.get(ip) as MmdbRecord | null
      } catch (cause) {
        if (!isDamaged) onError(unusable(path, cause))
        isDamaged = true
        return null
      }
    },
    close: pollEvery === 0 ? () => {} : poll(pollEvery, () => look().catch(onError)),
  }
}

/** Polled rather than watched: watchers miss files that are mounted over the network or swapped by a rename. */
function poll(every: number, look: () => Promise<void>): () => void {
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look()
    isLooking = false
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}

/** Something that differs whenever the file does. */
const stateOf = (path: string): Promise<string> =>
  stat(path).then(
    ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
    () => 'missing',
  )

const unusable = (path: string, cause: unknown) => new Error(`${path} cannot be used as a MaxMind database`, { cause })

async function load(path: string): Promise<Reader<Response>> {
  try {
    const reader = new Reader<Response>(await readFile(path))
    const { ipVersion, nodeCount } = reader.metadata
    if (!(ipVersion === 4 || ipVersion === 6) || !(nodeCount > 0)) throw new Error('it has no metadata')
    reader.get('192.0.2.1')
    return reader
  } catch (cause) {
    throw unusable(path, cause)
  }
}
