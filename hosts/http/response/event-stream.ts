/** Less than a minute, since proxies then close silent connections. */
const KEEP_ALIVE_INTERVAL_MS = 15_000
/** Maximum size of events that wait for a client to read them; a slower client is disconnected. */
const MAX_BUFFERED_BYTES = 256 * 1024

const encoder = new TextEncoder()

/** The headers of a response with an event stream. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  // If kept alive after the end of its stream, the connection would prevent a server from closing.
  connection: 'close',
}

interface EventStreamParts {
  /** Checked at each interval; the stream ends when it returns false. */
  readonly isAlive: () => boolean
  /** Called once, however the stream ends. */
  readonly onEnd: () => void
}

export interface EventStream {
  readonly stream: ReadableStream<Uint8Array>
  /** Sends the text of events. Cuts off a client that does not read them. */
  send(events: Uint8Array): void
  /** Ends the stream after the queued events. */
  end(): void
}

/** An event in its wire format. */
export const eventText = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Opens an event stream. Sends its first bytes at once, since the response's head goes with them, then a comment at each interval. */
export function openEventStream({ isAlive, onEnd }: EventStreamParts): EventStream {
  let timer: NodeJS.Timeout | undefined
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined

  function release() {
    clearInterval(timer)
    if (controller === undefined) return
    controller = undefined
    onEnd()
  }
  function end() {
    try {
      controller?.close()
    } catch {
      // An error of the connection has already ended it.
    }
    release()
  }
  function cutOff() {
    controller?.error(new Error('The client does not read its events'))
    release()
  }
  function send(events: Uint8Array) {
    try {
      controller?.enqueue(events)
      if ((controller?.desiredSize ?? 0) < 0) cutOff()
    } catch {
      end()
    }
  }
  function keepAlive() {
    try {
      if (isAlive()) send(encoder.encode(': keep-alive\n\n'))
      else end()
    } catch {
      end()
    }
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
        opened.enqueue(encoder.encode(': ok\n\n'))
        timer = setInterval(keepAlive, KEEP_ALIVE_INTERVAL_MS)
        timer.unref()
      },
      cancel: release,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
  )
  return { stream, send, end }
}
