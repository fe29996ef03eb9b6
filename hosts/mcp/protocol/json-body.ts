import { sizeOf } from './answer-messages.ts'

/** Maximum size of a body that is sent in one piece, in bytes. */
const SMALL_BYTES = 64 * 1024

/**
 * The body of a response: one response as it is, several as a JSON array. Sends a large body chunk by chunk, as fast as its reader takes
 * them; calls `keepPermit` first, and the returned function once the body is sent or cancelled.
 */
export function toBody(answers: readonly Buffer[][], keepPermit: () => () => void) {
  const [first = []] = answers
  const chunks = answers.length === 1 ? first : asArray(answers)
  if (sizeOf(chunks) <= SMALL_BYTES) return Buffer.concat(chunks)
  const release = keepPermit()
  const left = chunks.values()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value } = left.next()
        if (value) return controller.enqueue(value)
        controller.close()
        release()
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  )
}

const asArray = (answers: readonly Buffer[][]) => [
  ...answers.flatMap((answer, index) => [Buffer.from(index === 0 ? '[' : ','), ...answer]),
  Buffer.from(']'),
]
