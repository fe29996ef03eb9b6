import { sizeOf } from './answer-messages.ts'

/** Bytes up to which a body is sent in one piece. */
const SMALL_BYTES = 64 * 1024

/**
 * The body of a response: one answer as it is, several as a JSON array. A large body is sent chunk by chunk, as fast as its reader
 * takes them; `keepPermit` is called before, and the function that it returns once the body is sent or cancelled.
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
