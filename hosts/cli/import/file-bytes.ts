import { createReadStream } from 'node:fs'

/** Bytes of a file that are read at a time. */
const PIECE_BYTES = 256 * 1024

/** The bytes of a file. `onRead` is called with the number of bytes of each piece, once the piece is worked off. */
export async function* bytesOf(file: string, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  // The loop throws an error of the stream; the listener is for one that comes when the loop has ended early.
  const stream = createReadStream(file, { highWaterMark: PIECE_BYTES }).on('error', () => {})
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    yield bytes
    onRead(bytes.length)
  }
}
