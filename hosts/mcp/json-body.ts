import { sizeOf } from './exchange.ts'

/** Bytes up to which an answer is handed over whole. */
const SMALL = 64 * 1024

/**
 * The body of a response: one answer as it is, several as a JSON array. A large one is sent chunk by chunk, as fast as its reader
 * takes them; `whileSending` is called before, and the function that it returns once the body is sent or given up.
 */
export function toBody(answers: readonly Buffer[][], whileSending: () => () => void) {
  const [first = []] = answers
  const chunks = answers.length === 1 ? first : asArray(answers)
  if (sizeOf(chunks) <= SMALL) return new Uint8Array(Buffer.concat(chunks))
  const done = whileSending()
  const left = chunks.values()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value } = left.next()
        if (value) return controller.enqueue(value)
        controller.close()
        done()
      },
      cancel: done,
    },
    { highWaterMark: 0 },
  )
}

const asArray = (answers: readonly Buffer[][]) => [
  ...answers.flatMap((answer, index) => [Buffer.from(index === 0 ? '[' : ','), ...answer]),
  Buffer.from(']'),
]
