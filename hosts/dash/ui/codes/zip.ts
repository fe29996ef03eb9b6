import { zipSync } from 'fflate'

export interface ZipEntry {
  /** Unique in the archive. */
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
}

/** The earliest time of the format, since the content has no time. */
const NO_TIME = new Date(1980, 0, 1)

/** A ZIP archive without compression: PNG files have their own, and SVG files of codes are small. */
export function zipOf(entries: readonly ZipEntry[]): Blob {
  const files = Object.fromEntries(entries.map(({ name, content }) => [name, content]))
  return new Blob([zipSync(files, { level: 0, mtime: NO_TIME })], { type: 'application/zip' })
}
