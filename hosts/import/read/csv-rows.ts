import { readRecord, withFormula } from '../csv.ts'
import { FAULT, type Row } from '../row.ts'
import { itemsOf, type Pieces } from './pieces.ts'

const DELIMITERS = [',', ';', '\t']
/** Maximum number of characters of a row, and of the text that is searched for the first line. */
const MAX_ROW = 1024 * 1024

export interface CsvOptions {
  /** Names of the columns of a file without a header, if the program writes such files. */
  readonly positional?: readonly string[] | undefined
  /** Whether to remove the apostrophe before text that a spreadsheet would run. */
  readonly isGuarded: boolean
  /** Whether cells are the first line of an importable file. */
  isFirstLine(cells: readonly string[]): boolean
  /** Called with the names of the columns before the first row. */
  onColumns(names: readonly string[]): void
}

/**
 * Reads the rows of CSV; skips rows of empty cells, which spreadsheets write.
 * @throws Error with the number of the row for an unclosed quote, and for a row of more than a million characters.
 */
export async function* csvRows(pieces: Pieces, options: CsvOptions): AsyncGenerator<Row> {
  const delimiter = await delimiterOf(pieces, options)
  const read = options.isGuarded ? withFormula : (cell: string) => cell
  let names: readonly string[] | undefined
  let count = 0
  const readRow = (text: string, at: number, isLast: boolean) => {
    const place = names === undefined ? 'the first line' : `row ${count + 1}`
    const record = readRecord(text, at, isLast, delimiter, place)
    if ((record?.end ?? text.length) - at > MAX_ROW)
      throw new Error(`${place} has more than 1 MiB; look for an unclosed quote`)
    return record
  }
  for await (const { values } of itemsOf(pieces, readRow)) {
    if (isEmpty(values)) continue
    if (names === undefined) {
      const { positional } = options
      const isRow = positional !== undefined && isWithoutHeader(values, positional)
      names = isRow ? positional : values.map((name) => name.trim())
      options.onColumns(names)
      if (!isRow) continue
    }
    count += 1
    yield toRow(names, values.map(read))
  }
}

const isEmpty = (values: readonly string[]) => values.every((cell) => cell.trim() === '')

/** Returns the delimiter that makes the first line importable, or otherwise the one that splits it into the most cells. */
async function delimiterOf(pieces: Pieces, { isFirstLine }: CsvOptions): Promise<string> {
  const lines = () => DELIMITERS.map((delimiter) => ({ delimiter, cells: firstLine(pieces, delimiter) ?? [] }))
  let found = lines()
  while (found.some(({ cells }) => cells.length === 0) && !pieces.isLast && pieces.text.length < MAX_ROW) {
    await pieces.more()
    found = lines()
  }
  const fitting = found.filter(({ cells }) => isFirstLine(cells))
  const candidates = fitting.length > 0 ? fitting : found
  return candidates.reduce((best, one) => (one.cells.length > best.cells.length ? one : best)).delimiter
}

/** Returns the cells of the first non-empty line; undefined while it is incomplete. */
function firstLine({ text, isLast }: Pieces, delimiter: string): readonly string[] | undefined {
  try {
    for (let at = 0; at < text.length; ) {
      const record = readRecord(text, at, isLast, delimiter)
      if (record === undefined || !isEmpty(record.values)) return record?.values
      at = record.end
    }
  } catch {
    // A wrong delimiter may produce an unclosed quote.
  }
  return undefined
}

/** Whether the first line is a row: its URL column contains a URL instead of the name of the column. */
export const isWithoutHeader = (values: readonly string[], positional: readonly string[]) =>
  values.length === positional.length && /^[a-z][a-z0-9+.-]*:/i.test(values[positional.indexOf('url')] ?? '')

/** Creates a row. A row with more cells than columns contains an unquoted delimiter, so its cells are split and in the wrong columns. */
function toRow(names: readonly string[], values: readonly string[]): Row {
  const row = Object.fromEntries(names.map((name, column) => [name, values[column] ?? '']))
  return values.slice(names.length).every((cell) => cell === '')
    ? row
    : {
        ...row,
        [FAULT]: `the row has ${values.length} cells for ${names.length} columns; quote cells with a delimiter`,
      }
}
