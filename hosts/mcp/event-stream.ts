/** Below the minute or so after which proxies cut silent connections. */
const KEEP_ALIVE_INTERVAL_MS = 15_000

const encoder = new TextEncoder()

/**
 * An event stream without events: clients may listen, though the server sends nothing unasked. Its first bytes go at once, since the
 * response's head is sent with them, then a comment at each interval. It ends when `isAlive` returns false.
 */
export function openEventStream({ isAlive, onEnd }: { isAlive: () => boolean; onEnd: () => void }) {
  let timer: NodeJS.Timeout | undefined
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined

  function release() {
    clearInterval(timer)
    controller = undefined
    onEnd()
  }
  function end() {
    try {
      controller?.close()
    } catch {
      // It has ended already, by an error of the connection.
    }
    release()
  }
  function keepAlive() {
    try {
      if (isAlive()) controller?.enqueue(encoder.encode(': keep-alive\n\n'))
      else end()
    } catch {
      end()
    }
  }
  const stream = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
      opened.enqueue(encoder.encode(': ok\n\n'))
      timer = setInterval(keepAlive, KEEP_ALIVE_INTERVAL_MS)
      timer.unref()
    },
    cancel: release,
  })
  return { stream, end }
}
