import type { Timer } from '@shortlink/core/ports'

/** A stream of chunks that are created one at a time, as the client reads them. */
export interface ChunkStream {
  readonly stream: ReadableStream<Uint8Array>
  /** Breaks the stream off, so that the client sees that it is incomplete. */
  cutOff(reason: string): void
}

/** A client must read at least 64 KiB a minute, after a minute of grace. Otherwise it could hold its place without limit. */
const LEAST_BYTES_PER_MS = 65_536 / 60_000
const GRACE_MS = 60_000

/** @param onEnd called once, however the stream ends */
export function chunkStream(chunks: AsyncIterator<Uint8Array, void>, timer: Timer, onEnd: () => void): ChunkStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let stopWaiting = () => {}
  function release() {
    if (controller === undefined) return
    controller = undefined
    stopWaiting()
    onEnd()
  }
  function waitForReader(bytes: number) {
    stopWaiting = timer(GRACE_MS + bytes / LEAST_BYTES_PER_MS, () => fail(new Error('The client reads too slowly')))
  }
  function fail(error: unknown) {
    controller?.error(error)
    release()
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      // Called when the client has taken the previous chunk.
      async pull() {
        stopWaiting()
        try {
          const { done, value } = await chunks.next()
          if (value && controller) {
            controller.enqueue(value)
            waitForReader(value.byteLength)
          }
          if (!done) return
          controller?.close()
          release()
        } catch (error) {
          fail(error)
        }
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  )
  return { stream, cutOff: (reason) => fail(new Error(reason)) }
}
