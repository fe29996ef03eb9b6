import { createReadStream } from 'node:fs'

/** Number of bytes to read at a time. */
const PIECE_BYTES = 256 * 1024

/** Reads the bytes of a file. Calls `onRead` with the number of bytes of each piece, after the consumer has processed it. */
export async function* bytesOf(file: string, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  // The loop throws an error of the stream; the listener handles one after the loop has ended early.
  const stream = createReadStream(file, { highWaterMark: PIECE_BYTES }).on('error', () => {})
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    yield bytes
    onRead(bytes.length)
  }
}
