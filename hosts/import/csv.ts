/** Formats comma-separated values by RFC 4180: quotes around values that need them, doubled inside. */
export const toCsvLine = (values: readonly string[]) => `${values.map(quoted).join(',')}\r\n`

/** Also quotes cells with separators that a spreadsheet may use instead of the comma. */
const quoted = (value: string) => (/[",;|\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/**
 * The positions before text that a spreadsheet reads as a formula. They include text after apostrophes, so that existing apostrophes stay
 * distinct from added ones. Formulas start at the start of a cell, and where a spreadsheet with another separator starts a cell, since it
 * ignores the quotes around the whole.
 */
const UNGUARDED = /^(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])(?=["']*[=+\-@＝＋－＠])/g
const GUARDED = /^'(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g

/** Adds an apostrophe before text that a spreadsheet would run as a formula. */
export const withoutFormula = (value: string) => value.replaceAll(UNGUARDED, "'")

/** Removes the apostrophes of {@link withoutFormula}. */
export const withFormula = (value: string) => value.replaceAll(GUARDED, '')

/** A record and the position after it. */
export interface CsvRecord {
  readonly values: readonly string[]
  readonly end: number
}

/**
 * Reads the record at `at`, with either end of line. Returns undefined if more text could change it, unless `isLast` shows that no text
 * follows.
 * @throws Error for an unclosed quote, with the place of the record.
 */
export function readRecord(
  text: string,
  at: number,
  isLast: boolean,
  delimiter = ',',
  place = 'The file',
): CsvRecord | undefined {
  const values: string[] = []
  for (let from = at; ; ) {
    const field =
      text[from] === '"' ? readQuoted(text, from, isLast, delimiter, place) : readPlain(text, from, delimiter)
    if (field === undefined) return undefined
    const [value, end] = field
    // A quote, a delimiter or the second half of a line end may follow.
    if (!isLast && end + 1 >= text.length) return undefined
    values.push(value)
    if (text[end] !== delimiter) return { values, end: end + (text.startsWith('\r\n', end) ? 2 : 1) }
    from = end + 1
  }
}

/** Parses a complete text of comma-separated values; skips blank lines. */
export function parseCsv(text: string): (readonly string[])[] {
  const rows: (readonly string[])[] = []
  // Spreadsheets write a byte order mark at the start.
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const { values, end } = readRecord(text, at, true) as CsvRecord
    if (!isBlank(values)) rows.push(values)
    at = end
  }
  return rows
}

const isBlank = (values: readonly string[]) => values.length === 1 && values[0] === ''

type Field = readonly [value: string, end: number]

function readPlain(text: string, from: number, delimiter: string): Field {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(from, end), end]
}

function readQuoted(text: string, from: number, isLast: boolean, delimiter: string, place: string): Field | undefined {
  let value = ''
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0 && !isLast) return undefined
    if (quote < 0) throw new Error(`${place} has an unclosed quote`)
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const [rest, end] = readPlain(text, quote + 1, delimiter)
      return [value + rest, end]
    }
    value += '"'
    at = quote + 2
  }
}
