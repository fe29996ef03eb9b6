/** Values in parentheses, and the position after them. */
export interface SqlValues {
  readonly values: readonly (string | null)[]
  readonly end: number
}

const BACKSLASH = 92
const BACKQUOTE = 96

/** Returns the position after the quote that ends the quoted text at `at`; undefined if it may be in later text. */
export function endOfQuoted(text: string, at: number, isLast: boolean): number | undefined {
  const quote = text.charCodeAt(at)
  for (let place = at + 1; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code === BACKSLASH && quote !== BACKQUOTE) place++
    else if (code === quote) {
      if (place + 1 === text.length && !isLast) return undefined
      if (text.charCodeAt(place + 1) !== quote) return place + 1
      place++
    }
  }
  return undefined
}

/** An unquoted value, or the prefix of a quoted one. */
const PLAIN = /\s*(?:_[a-z0-9]+\s*(?=['"])|([^\s,()'"]*))/iy

/**
 * Reads the row that starts with the parenthesis at `at`. Returns undefined if it may continue in later text.
 * @throws Error for text that is no row.
 */
export function readValues(text: string, at: number, isLast: boolean): SqlValues | undefined {
  const values: (string | null)[] = []
  for (let from = at + 1; ; ) {
    PLAIN.lastIndex = from
    const plain = PLAIN.exec(text)?.[1]
    let end = PLAIN.lastIndex
    if (plain) values.push(plainValue(plain))
    else {
      if (end >= text.length) break
      const closed = /['"]/.test(text[end] as string) ? endOfQuoted(text, end, isLast) : end
      if (closed === undefined) break
      values.push(unescaped(text.slice(end + 1, closed - 1), text[end] as string))
      end = closed
    }
    while (/\s/.test(text[end] ?? '')) end++
    if (end >= text.length) break
    if (text[end] === ')') return { values, end: end + 1 }
    if (text[end] !== ',') throw new Error(`The dump has a row that cannot be read: ${text.slice(at, at + 60)}…`)
    from = end + 1
  }
  if (isLast) throw new Error('The dump ends inside a row')
  return undefined
}

function plainValue(text: string): string | null {
  if (/^null$/i.test(text)) return null
  return /^0x([0-9a-f]{2})*$/i.test(text) ? textOfHex(text.slice(2)) : text
}

const textOfHex = (hex: string) =>
  new TextDecoder().decode(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', 0: '\0', Z: '\x1A' }

const unescaped = (text: string, quote: string) =>
  text.includes('\\') || text.includes(quote)
    ? text.replaceAll(/\\(.)|''|""/gs, (pair, escaped: string | undefined) =>
        escaped === undefined ? (pair === quote + quote ? quote : pair) : (ESCAPES[escaped] ?? escaped),
      )
    : text
