import { pauseIfDue } from '../../slices.ts'

/** Characters that are turned into bytes at a time. */
const CHUNK = 64 * 1024

/** JSON of a long value as UTF-8, made with pauses; `undefined` if it has more than `maxBytes` bytes. */
export async function encodeInSlices(value: unknown, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  let text = ''
  const flush = () => {
    const chunk = Buffer.from(text)
    chunks.push(chunk)
    bytes += chunk.length
    text = ''
  }
  for (const piece of pieces(value)) {
    text += piece
    if (text.length < CHUNK) continue
    flush()
    if (bytes > maxBytes) return undefined
    await pauseIfDue()
  }
  flush()
  return bytes > maxBytes ? undefined : Buffer.concat(chunks)
}

function* pieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    let before = '['
    for (const item of value) {
      yield before
      yield* pieces(item)
      before = ','
    }
    yield value.length === 0 ? '[]' : ']'
  } else if (typeof value === 'object' && value !== null && !('toJSON' in value)) {
    const members = Object.entries(value)
    let before = '{'
    for (const [name, member] of members) {
      yield `${before}${JSON.stringify(name)}:`
      yield* pieces(member)
      before = ','
    }
    yield members.length === 0 ? '{}' : '}'
  } else yield JSON.stringify(value)
}
