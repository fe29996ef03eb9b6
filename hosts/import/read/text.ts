import { UnreadableFile } from '../unreadable-file.ts'

/**
 * Decodes the text of a UTF-8 file that arrives in pieces of bytes.
 * @throws UnreadableFile for bytes that are no such text.
 */
export async function* textOf(file: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  for await (const bytes of pieces) {
    if (isFirst) refuseOtherKinds(file, bytes)
    isFirst = false
    yield decode(file, () => decoder.decode(bytes, { stream: true }))
  }
  yield decode(file, () => decoder.decode())
}

function decode(file: string, work: () => string): string {
  try {
    return work()
  } catch {
    throw new UnreadableFile('encoding', `${file} is not UTF-8 text; save it as UTF-8`)
  }
}

/** Other kinds of files that users export, by their first bytes. */
const KINDS: readonly (readonly [start: string, kind: string, advice: string])[] = [
  ['1f8b', 'compressed by gzip', 'unpack it with gunzip'],
  ['504b0304', 'a ZIP archive or a spreadsheet', 'unpack it, or save it as CSV'],
  ['fffe', 'UTF-16 text', 'save it as UTF-8'],
  ['feff', 'UTF-16 text', 'save it as UTF-8'],
  ['53514c69746520', 'an SQLite database', 'export its table of links as CSV'],
]

function refuseOtherKinds(file: string, bytes: Uint8Array) {
  const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const found = KINDS.find(([mark]) => start.startsWith(mark))
  if (!found) return
  const [, kind, advice] = found
  throw new UnreadableFile('kind', `${file} is ${kind}, expected CSV, JSON or SQL as text; ${advice}`, kind)
}
