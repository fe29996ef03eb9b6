import { pauseIfDue } from './slices.ts'

/** Number of characters to escape in one step, and the approximate size of a chunk in bytes. */
const SLICE_LENGTH = 32 * 1024

/**
 * Encodes plain JSON data as UTF-8 chunks, with pauses for the event loop. Resolves with undefined as soon as the chunks take more than
 * `maxBytes`. Values more than `maxDepth` levels down are encoded in one step, so they must be small.
 */
export async function encodeJson(
  value: unknown,
  maxBytes: number,
  maxDepth = Number.POSITIVE_INFINITY,
): Promise<Buffer[] | undefined> {
  const chunks: Buffer[] = []
  let [text, bytes] = ['', 0]
  const flush = () => {
    const chunk = Buffer.from(text)
    bytes += chunk.length
    text = ''
    chunks.push(chunk)
  }
  for (const piece of pieces(value, maxDepth)) {
    text += piece
    if (text.length < SLICE_LENGTH) continue
    flush()
    if (bytes > maxBytes) return undefined
    await pauseIfDue()
  }
  flush()
  return bytes > maxBytes ? undefined : chunks
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string' && value.length > SLICE_LENGTH) yield* textPieces(value)
  else if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) yield* listPieces(value, depth - 1)
  else yield* objectPieces(value, depth - 1)
}

function* listPieces(list: readonly unknown[], depth: number): Generator<string> {
  let separator = '['
  for (const item of list) {
    yield separator
    yield* pieces(item, depth)
    separator = ','
  }
  yield list.length === 0 ? '[]' : ']'
}

function* objectPieces(value: object, depth: number): Generator<string> {
  let separator = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* pieces(member, depth)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

/** A text as a JSON string, never cut within a surrogate pair, since JSON escapes a lone half. */
function* textPieces(text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; ) {
    const end = at + SLICE_LENGTH - (isHighSurrogate(text.charCodeAt(at + SLICE_LENGTH - 1)) ? 1 : 0)
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
    at = end
  }
  yield '"'
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
