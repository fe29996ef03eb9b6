import { crc32 } from './crc32.ts'

export interface ZipEntry {
  /** Unique in the archive. */
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
}

/** Names are in UTF-8. */
const UTF8 = 0x0800
const VERSION = 20
/** 1 January 1980, since the content says nothing about a time. */
const NO_DATE = 0x21

/** A ZIP archive without compression: PNG files have their own, and SVG files of codes are small. At most 65,535 entries and 4 GB. */
export function zipOf(entries: readonly ZipEntry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const path = new TextEncoder().encode(name)
    const shared = [
      ...[two(VERSION), two(UTF8), two(0), two(0), two(NO_DATE)],
      ...[four(crc32(content)), four(content.length), four(content.length), two(path.length), two(0)],
    ]
    const header = joined([four(0x04034b50), ...shared, path])
    parts.push(header, content)
    directory.push(
      joined([four(0x02014b50), two(VERSION), ...shared, two(0), two(0), two(0), four(0), four(offset), path]),
    )
    offset += header.length + content.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = two(entries.length)
  const end = joined([four(0x06054b50), two(0), two(0), count, count, four(size), four(offset), two(0)])
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

const two = (value: number) => Uint8Array.of(value & 0xff, (value >>> 8) & 0xff)
const four = (value: number) => Uint8Array.of(...two(value & 0xffff), ...two(value >>> 16))

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
