import { readRecord, withFormula } from '../csv.ts'
import { FAULT, type Row } from '../row.ts'
import { itemsOf, type Pieces } from './pieces.ts'

const DELIMITERS = [',', ';', '\t']
/** Most characters of one row, and of those in which the first line is looked for. */
const MAX_ROW = 1024 * 1024

export interface CsvOptions {
  /** Names of the columns of a file without a header, if the program writes such. */
  readonly positional?: readonly string[] | undefined
  /** Takes away the apostrophe in front of what a spreadsheet would run. */
  readonly isGuarded: boolean
  /** Whether cells are the first line of a file that can be imported. */
  isFirstLine(cells: readonly string[]): boolean
  /** Called with the names of the columns before the first row. */
  onColumns(names: readonly string[]): void
}

/**
 * The rows of CSV; rows of empty cells, which spreadsheets write, are passed over.
 * @throws Error with the number of the row for a quote that never ends, and for a row of more than a million characters.
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
      throw new Error(`${place} has more than 1 MiB; look for a quote that never ends`)
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

/** The delimiter under which the first line is one that can be imported, or else the one that splits it into most cells. */
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

/** The cells of the first line that has any; undefined while it is not complete. */
function firstLine({ text, isLast }: Pieces, delimiter: string): readonly string[] | undefined {
  try {
    for (let at = 0; at < text.length; ) {
      const record = readRecord(text, at, isLast, delimiter)
      if (record === undefined || !isEmpty(record.values)) return record?.values
      at = record.end
    }
  } catch {
    // By a wrong delimiter a quote may begin that never ends.
  }
  return undefined
}

/** A first line whose addresses are addresses instead of the name of their column. */
export const isWithoutHeader = (values: readonly string[], positional: readonly string[]) =>
  values.length === positional.length && /^[a-z][a-z0-9+.-]*:/i.test(values[positional.indexOf('url')] ?? '')

/** A row with more cells than columns has a delimiter without quotes, so that its cells are cut and in the wrong columns. */
function toRow(names: readonly string[], values: readonly string[]): Row {
  const row = Object.fromEntries(names.map((name, column) => [name, values[column] ?? '']))
  return values.slice(names.length).every((cell) => cell === '')
    ? row
    : {
        ...row,
        [FAULT]: `the row has ${values.length} cells for ${names.length} columns; quote cells with a delimiter`,
      }
}
