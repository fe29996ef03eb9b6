import { crc32 } from 'node:zlib'
import type { SharedMemory } from './shared-memory.ts'
import type { VisitBatch } from './visit-batch.ts'

/** First bytes of an entry. Byte 0xff never occurs in UTF-8 (RFC 3629, 1), so no visitor's text holds the mark. */
const MARK = Buffer.from([0xff, 0x48, 0x49, 0x54])
const CHECKSUM_AT = MARK.length
const CHECKED_FROM = CHECKSUM_AT + 4
const COUNT_AT = CHECKED_FROM
const SIZE_AT = COUNT_AT + 4
const FIRST_AT = SIZE_AT + 4
const HEADER_BYTES = FIRST_AT + 8

/** A batch as a journal entry: a header (mark, checksum of what follows, count, size, first id) and the batch's bytes. */
export function toEntry({ first, count, bytes }: VisitBatch): readonly [header: Uint8Array, bytes: Uint8Array] {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  MARK.copy(header)
  header.writeUInt32LE(count, COUNT_AT)
  header.writeUInt32LE(bytes.length, SIZE_AT)
  header.writeBigUInt64LE(BigInt(first), FIRST_AT)
  header.writeUInt32LE(checksum(header, bytes), CHECKSUM_AT)
  return [header, bytes]
}

/** What the entries of the batches take in a file. */
export const entryBytes = (batches: readonly VisitBatch[]): number =>
  batches.reduce((sum, { bytes }) => sum + HEADER_BYTES + bytes.length, 0)

/** The batches of a journal file, and how many entries are damaged. A last entry cut short by a crash does not count as damaged. */
export function readEntries(file: Buffer, memory: SharedMemory): { batches: VisitBatch[]; unreadable: number } {
  const batches: VisitBatch[] = []
  let unreadable = 0
  for (let at = 0; at < file.length; ) {
    const batch = entryAt(file, at, memory)
    if (batch !== undefined) {
      batches.push(batch)
      at += HEADER_BYTES + batch.bytes.length
      continue
    }
    const next = file.indexOf(MARK, at + 1)
    const isTorn = next < 0 && isMarked(file, at) && !isWhole(file, at)
    if (!isTorn) unreadable += 1
    at = next < 0 ? file.length : next
  }
  return { batches, unreadable }
}

function entryAt(file: Buffer, at: number, memory: SharedMemory): VisitBatch | undefined {
  if (!isMarked(file, at) || !isWhole(file, at)) return undefined
  const header = file.subarray(at, at + HEADER_BYTES)
  const found = file.subarray(at + HEADER_BYTES, endOf(file, at))
  if (header.readUInt32LE(CHECKSUM_AT) !== checksum(header, found)) return undefined
  // Copied: a Float64Array needs aligned bytes, and one batch must not keep a whole file in memory.
  const bytes = memory.take(found.length)
  found.copy(bytes)
  return { first: String(header.readBigUInt64LE(FIRST_AT)), count: header.readUInt32LE(COUNT_AT), bytes }
}

/** Whether the bytes at `at`, as far as the file goes, are those of a mark. */
const isMarked = (file: Buffer, at: number) =>
  MARK.subarray(0, file.length - at).equals(file.subarray(at, at + MARK.length))
const isWhole = (file: Buffer, at: number) => at + HEADER_BYTES <= file.length && endOf(file, at) <= file.length
const endOf = (file: Buffer, at: number) => at + HEADER_BYTES + file.readUInt32LE(at + SIZE_AT)
const checksum = (header: Buffer, bytes: Uint8Array) => crc32(bytes, crc32(header.subarray(CHECKED_FROM)))
