/** Comma-separated values as RFC 4180 has them: quotes around what needs them, doubled inside. */
export const toCsvLine = (values: readonly string[]) => `${values.map(quoted).join(',')}\r\n`

const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** What spreadsheets take for a formula, also behind apostrophes, so that those in front of one stay apart from ours. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Puts an apostrophe in front of what a spreadsheet would run as a formula. */
export const withoutFormula = (value: string) => (FORMULA.test(value) ? `'${value}` : value)

/** Takes the apostrophe of {@link withoutFormula} away. */
export const withFormula = (value: string) =>
  value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value

/**
 * Reads comma-separated values, with either end of line; blank lines are passed over.
 * @throws Error for a quote that never ends.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  // A byte order mark in front is what spreadsheets write.
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let row: string[] = []
  while (at < text.length) {
    const [value, end] = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at)
    row.push(value)
    if (text[end] === ',') {
      at = end + 1
      if (at === text.length) row.push('')
      else continue
    }
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return rows
}

function readPlain(text: string, from: number): [string, number] {
  let end = from
  while (end < text.length && !',\r\n'.includes(text[end] as string)) end++
  return [text.slice(from, end), end]
}

function readQuoted(text: string, from: number): [string, number] {
  let value = ''
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new Error('The file ends inside quotes')
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const [rest, end] = readPlain(text, quote + 1)
      return [value + rest, end]
    }
    value += '"'
    at = quote + 2
  }
}
