import { createReadStream } from 'node:fs'
import { CommandFailed } from '../../command.ts'

/** Bytes of a file that are read at a time. */
const PIECE_BYTES = 256 * 1024
/** Most characters of one record or row; a longer one is a quote that never ends. */
const MAX_RECORD = 16 * 1024 * 1024

/** Text that comes in pieces, of which the part that is not read yet is held. */
export interface Pieces {
  readonly text: string
  /** True once no more text follows. */
  readonly isLast: boolean
  /** Drops the text in front of the place. */
  drop(to: number): void
  /** Appends the next piece. */
  more(): Promise<void>
}

/**
 * The text of a UTF-8 file. `onRead` is called with the number of bytes of each piece.
 * @throws CommandFailed for a file that is no such text.
 */
export async function* textOf(file: string, onRead: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  // The loop throws an error of the stream; the listener is for one that comes when the loop has ended early.
  const stream = createReadStream(file, { highWaterMark: PIECE_BYTES }).on('error', () => {})
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    if (isFirst) refuseOtherKinds(file, bytes)
    isFirst = false
    yield decode(file, () => decoder.decode(bytes, { stream: true }))
    onRead(bytes.length)
  }
  yield decode(file, () => decoder.decode())
}

function decode(file: string, work: () => string): string {
  try {
    return work()
  } catch {
    throw new CommandFailed(`${file} is not UTF-8 text; save it as UTF-8`)
  }
}

/** What else people have when they have an export, by the bytes that it begins with. */
const KINDS: readonly (readonly [start: string, kind: string, advice: string])[] = [
  ['1f8b', 'compressed by gzip', 'unpack it with gunzip'],
  ['504b0304', 'a ZIP archive or a spreadsheet', 'unpack it, or save it as CSV'],
  ['fffe', 'UTF-16 text', 'save it as UTF-8'],
  ['feff', 'UTF-16 text', 'save it as UTF-8'],
  ['53514c69746520', 'an SQLite database', 'export its table of links as CSV'],
]

function refuseOtherKinds(file: string, bytes: Buffer) {
  const found = KINDS.find(([start]) => bytes.subarray(0, start.length / 2).toString('hex') === start)
  if (found) throw new CommandFailed(`${file} is ${found[1]}, expected CSV, JSON or SQL as text; ${found[2]}`)
}

export function inPieces(source: AsyncIterator<string>): Pieces {
  let [text, isLast] = ['', false]
  return {
    get text() {
      return text
    },
    get isLast() {
      return isLast
    },
    drop: (to) => {
      text = text.slice(to)
    },
    async more() {
      const { value, done } = await source.next()
      if (done) isLast = true
      else text += value
    },
  }
}

/**
 * Reads one item after another: `read` gets the text and a place in it, and returns undefined when the item may go on in the next piece.
 * @throws Error for an item of more than 16 million characters.
 */
export async function* itemsOf<T extends { readonly end: number }>(
  pieces: Pieces,
  read: (text: string, at: number, isLast: boolean) => T | undefined,
): AsyncGenerator<T> {
  for (let at = 0; ; ) {
    const item = at < pieces.text.length ? read(pieces.text, at, pieces.isLast) : undefined
    if (item !== undefined) {
      at = item.end
      yield item
      continue
    }
    if (pieces.isLast) return
    if (pieces.text.length - at > MAX_RECORD) throw new Error('The file has a quote that never ends')
    pieces.drop(at)
    at = 0
    await pieces.more()
  }
}
