import { crc32 } from 'node:zlib'
import type { SharedMemory } from './shared-memory.ts'
import type { VisitBatch } from './visit-batch.ts'

/** What an entry begins with; the first byte is one that no text of a visitor has, whatever its letters (RFC 3629, 1). */
const MARK = Buffer.from([0xff, 0x48, 0x49, 0x54])
const CHECKSUM_AT = MARK.length
const CHECKED_FROM = CHECKSUM_AT + 4
const COUNT_AT = CHECKED_FROM
const SIZE_AT = COUNT_AT + 4
const FIRST_AT = SIZE_AT + 4
const HEAD = FIRST_AT + 8

/** A batch as an entry of a journal, in pieces: a mark, the checksum of all that follows, how much that is, and the batch as it is. */
export function toEntry({ first, count, bytes }: VisitBatch): readonly [head: Uint8Array, bytes: Uint8Array] {
  const head = Buffer.allocUnsafe(HEAD)
  MARK.copy(head)
  head.writeUInt32LE(count, COUNT_AT)
  head.writeUInt32LE(bytes.length, SIZE_AT)
  head.writeBigUInt64LE(BigInt(first), FIRST_AT)
  head.writeUInt32LE(checksum(head, bytes), CHECKSUM_AT)
  return [head, bytes]
}

/** The batches of a journal's file, and how many entries were not what was once written; the last one is torn when a process died. */
export function readEntries(file: Buffer, memory: SharedMemory): { batches: VisitBatch[]; unreadable: number } {
  const batches: VisitBatch[] = []
  let unreadable = 0
  for (let at = 0; at < file.length; ) {
    const batch = entryAt(file, at, memory)
    if (batch !== undefined) {
      batches.push(batch)
      at += HEAD + batch.bytes.length
      continue
    }
    const next = file.indexOf(MARK, at + 1)
    const torn = next < 0 && isMarked(file, at) && !isWhole(file, at)
    if (!torn) unreadable += 1
    at = next < 0 ? file.length : next
  }
  return { batches, unreadable }
}

function entryAt(file: Buffer, at: number, memory: SharedMemory): VisitBatch | undefined {
  if (!isMarked(file, at) || !isWhole(file, at)) return undefined
  const head = file.subarray(at, at + HEAD)
  const found = file.subarray(at + HEAD, endOf(file, at))
  if (head.readUInt32LE(CHECKSUM_AT) !== checksum(head, found)) return undefined
  // A copy of its own: numbers are only read where they lie even, and one batch must not keep a whole file in memory.
  const bytes = memory.take(found.length)
  found.copy(bytes)
  return { first: String(head.readBigUInt64LE(FIRST_AT)), count: head.readUInt32LE(COUNT_AT), bytes }
}

/** Whether an entry begins there, as far as the file goes. */
const isMarked = (file: Buffer, at: number) =>
  MARK.subarray(0, file.length - at).equals(file.subarray(at, at + MARK.length))
const isWhole = (file: Buffer, at: number) => at + HEAD <= file.length && endOf(file, at) <= file.length
const endOf = (file: Buffer, at: number) => at + HEAD + file.readUInt32LE(at + SIZE_AT)
const checksum = (head: Buffer, bytes: Uint8Array) => crc32(bytes, crc32(head.subarray(CHECKED_FROM)))
