import type { Program } from '../program.ts'
import type { Row } from '../row.ts'
import { UnreadableFile, unreadable } from '../unreadable-file.ts'
import { isFirstLine, requireColumns } from './columns.ts'
import { csvRows } from './csv-rows.ts'
import { jsonPages } from './json-rows.ts'
import { inPieces, type Pieces } from './pieces.ts'
import { sqlRows } from './sql-rows.ts'

type Format = 'CSV' | 'JSON' | 'SQL'

export interface ReadOptions {
  readonly program: Program
  /** Whether to keep apostrophes before formulas. */
  readonly raw: boolean
}

/** The rows of a file, and data about the file that is known after the last row. */
export interface FileRows {
  readonly format: Format
  readonly rows: AsyncIterable<Row>
  /** Returns the number of all links at the source, if the file contains it. */
  total(): number | undefined
}

/**
 * Reads the text of a file that a program wrote.
 * @throws UnreadableFile if the program does not write such a file, with the expected and the found contents.
 */
export async function readRows(
  file: string,
  text: AsyncIterator<string>,
  { program, raw }: ReadOptions,
): Promise<FileRows> {
  const pieces = inPieces(text)
  const start = await startOf(pieces)
  if (start === '') throw new UnreadableFile('empty', `${file} is empty`)
  const format = formatOf(file, start, program)
  const onColumns = (names: readonly string[]) => requireColumns(file, program, names)
  let total: number | undefined
  const readers = {
    CSV: () =>
      csvRows(pieces, {
        positional: program.positional,
        isGuarded: program.isGuarded === true && !raw,
        isFirstLine: (cells) => isFirstLine(cells, program),
        onColumns,
      }),
    SQL: () => sqlRows(pieces, { needs: NEEDED_IN_SQL, positional: program.positional ?? [], onColumns }),
    JSON: () => jsonRows(file, program, pieces, (count) => (total = Math.max(total ?? 0, count))),
  }
  return { format, rows: naming(file, readers[format]()), total: () => total }
}

const NEEDED_IN_SQL = ['keyword', 'url']
const SQL = /^(?:--|\/\*|#)|^(?:SET|CREATE|DROP|INSERT|REPLACE|START|BEGIN|USE|LOCK)\s/i

/** Returns the buffered text without leading blanks; empty for blank text. */
export async function startOf(pieces: Pieces): Promise<string> {
  while (pieces.text.trim() === '' && !pieces.isLast) await pieces.more()
  return pieces.text.trimStart()
}

/** Whether a text is a dump of a database. */
export const isSql = (start: string) => SQL.test(start)

function formatOf(file: string, start: string, { name, positional }: Program): Format {
  if (/^[[{]/.test(start)) return 'JSON'
  if (start.startsWith('<'))
    throw new UnreadableFile('kind', `${file} is HTML or XML, expected CSV, JSON or SQL`, 'HTML or XML')
  if (!isSql(start)) return 'CSV'
  if (positional === undefined)
    throw new UnreadableFile(
      'kind',
      `${file} is an SQL dump, which --from ${name} does not read; see "link import --help"`,
      'SQL',
    )
  return 'SQL'
}

async function* jsonRows(file: string, program: Program, pieces: Pieces, onTotal: (count: number) => void) {
  let isKnown = false
  for await (const { rows, total } of jsonPages(file, pieces)) {
    if (total !== undefined) onTotal(total)
    const links = program.prepare?.(rows) ?? rows
    if (links.length > 0 && !isKnown) {
      requireColumns(file, program, [...new Set(links.flatMap(Object.keys))])
      isKnown = true
    }
    yield* links
  }
}

/** Adds the name of the file to errors in its text. */
async function* naming(file: string, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  try {
    yield* rows
  } catch (error) {
    throw unreadable(file, error)
  }
}
