/** Objects and lists within one another. What callers send has a handful. */
const MAX_NESTING = 100
/** Shorter texts are parsed as they are, in UTF-16 units: however they nest, it takes no time. */
const SHORT = 8 * 1024

/**
 * Parses what a caller sent. A mebibyte of nothing but brackets takes the parser a tenth of a second, so deep nesting is refused before.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (text.length > SHORT && nestsTooDeep(text)) throw new SyntaxError(`JSON nested deeper than ${MAX_NESTING}`)
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

/** Where a string that begins here ends, or the text if it never does. */
function endOfString(text: string, begin: number): number {
  let at = begin + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
