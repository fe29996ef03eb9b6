import { crc32 } from 'node:zlib'
import type { VisitBatch } from './visit-batch.ts'

/** A batch as a line of a journal: checksum of the rest, first id, count, and the JSON text, which contains no line break. */
export function toEntry({ first, count, json }: VisitBatch): Buffer {
  const rest = Buffer.concat([Buffer.from(`${first} ${count} `), json, LINE_END])
  return Buffer.concat([Buffer.from(`${crc32(rest).toString(16)} `), rest])
}

const LINE_END = Buffer.from('\n')
const MAX_HEAD_BYTES = 50

/** Contents of a journal file, and the number of damaged entries. A last line cut short by a crash does not count as damaged. */
export interface JournalContent {
  readonly batches: readonly VisitBatch[]
  readonly damaged: number
}

/** Reads the lines of a file. */
export function readEntries(file: Buffer): JournalContent {
  const batches: VisitBatch[] = []
  let damaged = 0
  let at = 0
  for (let end = file.indexOf(LINE_END); end >= 0; end = file.indexOf(LINE_END, at)) {
    const batch = toBatch(file.subarray(at, end + 1))
    if (batch === undefined) damaged += 1
    else batches.push(batch)
    at = end + 1
  }
  return { batches, damaged }
}

function toBatch(line: Buffer): VisitBatch | undefined {
  const [head, checksum = '', first = '', count] =
    /^([0-9a-f]+ )(\d+ )(\d+ )/.exec(line.toString('latin1', 0, MAX_HEAD_BYTES)) ?? []
  if (head === undefined || crc32(line.subarray(checksum.length)) !== Number.parseInt(checksum, 16)) return undefined
  // Copied: one batch must not keep a whole file in memory.
  return { first: first.trim(), count: Number(count), json: new Uint8Array(line.subarray(head.length, -1)) }
}
