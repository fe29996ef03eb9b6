import type { Visit } from '@shortlink/core'

/** A packed batch is mostly below 128 KiB: larger memory comes afresh from the system each time, which costs more than packing it. */
const BATCH_SIZE = 250
/** How long a visit waits for others to join its batch. */
const FLUSH_INTERVAL_MS = 50

/** Collects visits and passes them to `onBatch`, 250 at a time or what came within 50 ms. */
export function visitBuffer(onBatch: (visits: readonly Visit[]) => void) {
  let buffer: Visit[] = []
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (buffer.length === 0) return
    const visits = buffer
    buffer = []
    onBatch(visits)
  }

  return {
    record(visit: Visit) {
      buffer.push(visit)
      if (buffer.length >= BATCH_SIZE) flush()
      else timer ??= setTimeout(flush, FLUSH_INTERVAL_MS)
    },
    /** Passes on what is buffered, before its time. */
    flush,
    size: () => buffer.length,
  }
}
