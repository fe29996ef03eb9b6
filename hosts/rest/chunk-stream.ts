/** A stream of chunks that are made one at a time, as the client reads them. */
export interface ChunkStream {
  readonly stream: ReadableStream<Uint8Array>
  /** Breaks the stream off, so that the client sees that it is incomplete. */
  cutOff(reason: string): void
}

/** @param onEnd called once, however the stream ends */
export function chunkStream(chunks: AsyncIterator<Uint8Array, void>, onEnd: () => void): ChunkStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  function release() {
    if (controller === undefined) return
    controller = undefined
    onEnd()
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
      async pull() {
        try {
          const { done, value } = await chunks.next()
          if (value) controller?.enqueue(value)
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
