import { type CsvRecord, isBlank, readRecord, withFormula } from '../csv.ts'
import { FAULT, type Row } from '../row.ts'
import { itemsOf, type Pieces } from './pieces.ts'

const DELIMITERS = [',', ';', '\t']

export interface CsvOptions {
  /** Names of the columns of a file without a header, if the program writes such. */
  readonly positional?: readonly string[] | undefined
  /** Takes away the apostrophe in front of what a spreadsheet would run. */
  readonly isGuarded: boolean
  /** Called with the names of the columns before the first row. */
  onColumns(names: readonly string[]): void
}

/** The rows of CSV; its delimiter is the one that splits the first line into most columns. */
export async function* csvRows(pieces: Pieces, options: CsvOptions): AsyncGenerator<Row> {
  const delimiter = await delimiterOf(pieces)
  const read = options.isGuarded ? withFormula : (cell: string) => cell
  let names: readonly string[] | undefined
  for await (const { values } of itemsOf(pieces, (text, at, isLast) => readRecord(text, at, isLast, delimiter))) {
    if (isBlank(values)) continue
    if (names !== undefined) {
      yield toRow(names, values.map(read))
      continue
    }
    const { positional } = options
    const isRow = positional !== undefined && isWithoutHeader(values, positional)
    names = isRow ? positional : values.map((name) => name.trim())
    options.onColumns(names)
    if (isRow) yield toRow(names, values)
  }
}

async function delimiterOf(pieces: Pieces): Promise<string> {
  const columns = (delimiter: string) => firstRecord(pieces, delimiter)?.values.length ?? 0
  while (columns(',') === 0 && !pieces.isLast && pieces.text.length < 4 * 1024 * 1024) await pieces.more()
  return DELIMITERS.reduce((best, one) => (columns(one) > columns(best) ? one : best))
}

const firstRecord = ({ text, isLast }: Pieces, delimiter: string): CsvRecord | undefined =>
  readRecord(text, 0, isLast, delimiter)

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
