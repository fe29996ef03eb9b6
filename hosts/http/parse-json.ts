/** Objects and lists within one another; real requests nest a handful. */
const MAX_NESTING = 100
/** Texts up to this many UTF-16 units are parsed without a check: even deep nesting is parsed quickly in them. */
const SHORT_LENGTH = 8 * 1024

/**
 * Parses JSON that a client sent. The parser takes 100 ms for 1 MiB of brackets, so deep nesting is rejected before.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (text.length > SHORT_LENGTH && nestsTooDeep(text)) throw new SyntaxError(`JSON nested deeper than ${MAX_NESTING}`)
  return JSON.parse(text)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{`, `]` and `}` differ in this bit alone. */
const CURLY = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

function nestsTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if ((character | CURLY) === OPENING && ++depth > MAX_NESTING) return true
    else if ((character | CURLY) === CLOSING) depth -= 1
  }
  return false
}

/** The index of the quote that ends the string, or the length of the text if it never ends. */
function endOfString(text: string, begin: number): number {
  let at = begin + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
