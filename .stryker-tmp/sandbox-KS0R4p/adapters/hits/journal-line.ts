import { crc32 } from 'node:zlib'
import type { VisitBatch } from './visit-batch.ts'

/** A batch as a line of a journal: its checksum, then itself. JSON has no line ends of its own. */
export function toLine({ first, text, numbers }: VisitBatch): string {
  const json = JSON.stringify({ first, text, numbers: [...numbers] })
  return `${checksum(json)} ${json}\n`
}

/** The batches of a journal's text, and how many lines were not what was once written; the last one is torn when a process died. */
export function readLines(text: string): { batches: VisitBatch[]; unreadable: number } {
  const lines = text.split('\n')
  // What follows the last line end is nothing, or a line that was never finished.
  lines.pop()
  const batches = lines.map(fromLine).filter((batch) => batch !== undefined)
  return { batches, unreadable: lines.length - batches.length }
}

function fromLine(line: string): VisitBatch | undefined {
  const json = line.slice(CHECKSUM_LENGTH + 1)
  if (line.slice(0, CHECKSUM_LENGTH) !== checksum(json)) return undefined
  const { first, text, numbers } = JSON.parse(json) as { first: string; text: string; numbers: number[] }
  return { first, text, numbers: Float64Array.from(numbers) }
}

const CHECKSUM_LENGTH = 8
const checksum = (text: string) => crc32(text).toString(16).padStart(CHECKSUM_LENGTH, '0')
