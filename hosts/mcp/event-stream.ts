/** Proxies cut connections that are silent for about a minute; in milliseconds. */
const KEEP_ALIVE = 15_000

const encoder = new TextEncoder()

/**
 * An event stream without events: clients may listen, though nothing is ever sent unasked. Its first bytes go at once, since the
 * response's head waits for them, then a comment now and then. `alive` is asked each time; the stream ends when it says no.
 */
export function openEventStream({ alive, onEnd }: { alive: () => boolean; onEnd: () => void }) {
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
      if (alive()) controller?.enqueue(encoder.encode(': keep-alive\n\n'))
      else end()
    } catch {
      end()
    }
  }
  const stream = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
      opened.enqueue(encoder.encode(': ok\n\n'))
      timer = setInterval(keepAlive, KEEP_ALIVE)
      timer.unref()
    },
    cancel: release,
  })
  return { stream, end }
}
