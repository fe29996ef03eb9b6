import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { LinkId, Visit } from '@shortlink/core'
import type { JournalContent } from './journal-entry.ts'
import { packVisits, type VisitBatch } from './visit-batch.ts'

/** The layout of an entry: mark, checksum of the remaining bytes, count, size and first id; then the visits. */
const MARK = Buffer.from([0xff, 0x48, 0x49, 0x54])
const [CHECKSUM_AT, COUNT_AT, SIZE_AT, FIRST_AT, HEADER_BYTES] = [4, 8, 12, 16, 24] as const
/**
 * Number of numbers per visit: at, rule, and the lengths of link, ip, userAgent, referrer and redirectedTo in UTF-16 code units; -1 for
 * null.
 */
const NUMBERS = 7

/** Reads a journal file in the binary format that preceded JSON, entry by entry, since unpacking takes long. */
export async function readOldEntries(file: Buffer): Promise<JournalContent> {
  const batches: VisitBatch[] = []
  let damaged = 0
  for (let at = 0; at >= 0 && at + HEADER_BYTES <= file.length; ) {
    const end = at + HEADER_BYTES + file.readUInt32LE(at + SIZE_AT)
    const isSound = crc32(file.subarray(at + COUNT_AT, end)) === file.readUInt32LE(at + CHECKSUM_AT)
    if (isSound) batches.push(toBatch(file.subarray(at, end)))
    const next = isSound ? end : file.indexOf(MARK, at + 1)
    // A last entry that a crash truncated is not damaged.
    if (!isSound && (next >= 0 || end <= file.length)) damaged += 1
    at = next
    await setImmediate()
  }
  return { batches, damaged }
}

function toBatch(entry: Buffer): VisitBatch {
  const numbersAt = HEADER_BYTES
  const count = entry.readUInt32LE(COUNT_AT)
  const texts = entry.toString('utf8', numbersAt + count * NUMBERS * 8)
  let end = 0
  const next = (length: number) => {
    end += Math.max(0, length)
    return length < 0 ? null : texts.slice(end - length, end)
  }
  const visits = Array.from({ length: count }, (_, visit): Visit => {
    const number = (index: number) => entry.readDoubleLE(numbersAt + (visit * NUMBERS + index) * 8)
    const text = (index: number) => next(number(index))
    const [link, ip] = [text(2) as LinkId, text(3) as string]
    const [userAgent, referrer, redirectedTo] = [text(4), text(5), text(6) as string]
    const rule = number(1) < 0 ? null : number(1)
    const unknown = { acceptLanguage: null, campaign: null, ref: null, isPrivate: false }
    return { link, at: number(0), ip, userAgent, referrer, rule, redirectedTo, ...unknown }
  })
  return packVisits(entry.readBigUInt64LE(FIRST_AT), visits)
}
