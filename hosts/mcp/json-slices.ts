import { pauseIfDue } from '../slices.ts'

/** Characters of a text that are escaped at once, and about how many bytes a chunk has. */
const SLICE = 32 * 1024
/** Lists of an answer's items are this deep at most; what is below is small and written at once. */
const DEPTH = 5
/**
 * Writes plain JSON data as UTF-8 chunks, and gives the event loop a turn every 2 ms. Resolves with `undefined` as soon as the chunks
 * would take more than `maxBytes`.
 */
export async function encodeJson(value: unknown, maxBytes: number): Promise<Buffer[] | undefined> {
  const chunks: Buffer[] = []
  let [text, bytes] = ['', 0]
  const flush = () => {
    const chunk = Buffer.from(text)
    bytes += chunk.length
    text = ''
    chunks.push(chunk)
  }
  for (const piece of pieces(value, DEPTH)) {
    text += piece
    if (text.length < SLICE) continue
    flush()
    if (bytes > maxBytes) return undefined
    await pauseIfDue()
  }
  flush()
  return bytes > maxBytes ? undefined : chunks
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string' && value.length > SLICE) yield* textPieces(value)
  else if (depth === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    yield '['
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ','
      yield* pieces(item, depth - 1)
    }
    yield ']'
  } else {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    yield '{'
    for (const [index, [name, member]] of members.entries()) {
      yield `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
      yield* pieces(member, depth - 1)
    }
    yield '}'
  }
}

/** A text as a JSON string, never cut within a surrogate pair, whose halves would be escaped apart. */
function* textPieces(text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; ) {
    const end = at + SLICE - (isHighSurrogate(text.charCodeAt(at + SLICE - 1)) ? 1 : 0)
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
    at = end
  }
  yield '"'
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
