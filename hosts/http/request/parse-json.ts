import { pauseIfDue } from '../../kit/slices.ts'

/** Objects and lists within one another; real requests nest a handful. */
const MAX_NESTING = 100
/** Members of one object; real requests have some dozens. */
const MAX_MEMBERS = 1000
/** Texts up to this many UTF-16 units are parsed without a check: they always parse quickly. */
const SHORT_LENGTH = 8 * 1024

/**
 * Parses JSON that a client sent. The parser takes 100 ms for 1 MiB of brackets, and 20 ms for an object of 50,000 members, so both are
 * rejected first.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (text.length > SHORT_LENGTH) assertParsedQuickly(text)
  return JSON.parse(text)
}

/** Number of characters from which a body takes milliseconds to parse and check. */
const LARGE_LENGTH = 64 * 1024

/**
 * {@link parseJson} for bodies: one turn of the event loop reads only one large body.
 * @throws SyntaxError
 */
export async function parseJsonBody(text: string): Promise<unknown> {
  if (text.length <= LARGE_LENGTH) return parseJson(text)
  await pauseIfDue()
  try {
    return parseJson(text)
  } finally {
    await pauseIfDue()
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{`, `]` and `}` differ only in this bit. */
const CURLY = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d
const COLON = 0x3a

function assertParsedQuickly(text: string): void {
  let depth = 0
  /** Members so far of the object that is open at each depth: each has one colon, and an array has none. */
  const members = new Int32Array(MAX_NESTING + 1)
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === COLON) {
      const count = (members[depth] ?? 0) + 1
      members[depth] = count
      if (count > MAX_MEMBERS) throw new SyntaxError(`JSON object of more than ${MAX_MEMBERS} members`)
    } else if ((character | CURLY) === OPENING) {
      if (++depth > MAX_NESTING) throw new SyntaxError(`JSON nested deeper than ${MAX_NESTING}`)
      members[depth] = 0
    } else if ((character | CURLY) === CLOSING) depth -= 1
  }
}

/** The index of the quote that ends the string, or the length of the text if it never ends. */
function endOfString(text: string, begin: number): number {
  let at = begin + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
