import type { Row } from '../row.ts'
import { itemsOf, type Pieces } from './pieces.ts'
import { endOfQuoted, readValues } from './sql-values.ts'

/** A part of a dump and the position after it. */
type Part = { readonly end: number } & (
  | { readonly kind: 'blank' | 'skipped' | 'ended' }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'insert'; readonly table: string; readonly columns: readonly string[] | undefined }
  | { readonly kind: 'row'; readonly values: readonly unknown[] }
)

/** The part of a statement: `start`; `rows` of an INSERT into the table; `other`, a statement to skip. */
type State = 'start' | 'rows' | 'other'

export interface SqlOptions {
  /** Columns that identify the table of links. */
  readonly needs: readonly string[]
  /** The columns of a dump that contains only rows. */
  readonly positional: readonly string[]
  onColumns(names: readonly string[]): void
}

/** Reads the rows that a dump of MySQL or MariaDB inserts into the table with the columns. */
export async function* sqlRows(pieces: Pieces, { needs, positional, onColumns }: SqlOptions): AsyncGenerator<Row> {
  const tables = new Map<string, readonly string[]>()
  let columns: readonly string[] = []
  let state: State = 'start'
  for await (const part of itemsOf(pieces, (text, at, isLast) => READ[state](text, at, isLast))) {
    if (part.kind === 'table') tables.set(part.table, part.columns)
    else if (part.kind === 'insert') {
      columns = part.columns ?? tables.get(part.table) ?? (/url$/.test(part.table) ? positional : [])
      state = needs.every((name) => columns.includes(name)) ? 'rows' : 'other'
      if (state === 'rows') onColumns(columns)
    } else if (part.kind === 'row') {
      yield Object.fromEntries(columns.map((name, index) => [name, part.values[index]]))
    } else if (part.kind !== 'blank') state = part.kind === 'ended' ? 'start' : 'other'
  }
}

const READ: Readonly<Record<State, (text: string, at: number, isLast: boolean) => Part | undefined>> = {
  start: readStart,
  rows: readRow,
  other: skipStatement,
}

const BLANK = /(?:[\s,]+|(?:--|#)[^\n]*\n|\/\*[\s\S]*?\*\/;?)+/y
const INSERT =
  /(?:INSERT|REPLACE)(?:\s+(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE))*\s+INTO\s+(?:[`"]?[\w$-]+[`"]?\.)?[`"]?([\w$-]+)[`"]?(?:\s*\(([^)]*)\))?\s*VALUES?\s*(?=\()/iy
const TABLE = /CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:[`"]?[\w$-]+[`"]?\.)?[`"]?([\w$-]+)[`"]?\s*\(([^;]*);/iy
/** Maximum number of characters of the start of an INSERT, and of a CREATE TABLE. */
const MAX_HEAD = 64 * 1024

/** Matches only at the position. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function readStart(text: string, at: number, isLast: boolean): Part | undefined {
  if (matchAt(BLANK, text, at)) return { kind: 'blank', end: BLANK.lastIndex }
  const table = matchAt(TABLE, text, at)
  if (table)
    return { kind: 'table', table: table[1] as string, columns: columnsOf(table[2] as string), end: TABLE.lastIndex }
  const insert = matchAt(INSERT, text, at)
  if (insert) {
    const columns = insert[2]?.split(',').map((name) => name.trim().replaceAll(/[`"]/g, ''))
    return { kind: 'insert', table: insert[1] as string, columns, end: INSERT.lastIndex }
  }
  return !isLast && text.length - at < MAX_HEAD ? undefined : skipStatement(text, at, isLast)
}

/** Returns the names of columns in the definition of a table: each starts a line, in quotes, unlike keys. */
const columnsOf = (definition: string) =>
  [...definition.matchAll(/^[ \t]*[`"]([^`"\n]+)[`"]\s/gm)].map(([, name = '']) => name)

function readRow(text: string, at: number, isLast: boolean): Part | undefined {
  if (matchAt(BLANK, text, at)) return { kind: 'blank', end: BLANK.lastIndex }
  if (text[at] === ';') return { kind: 'ended', end: at + 1 }
  if (text[at] !== '(') return { kind: 'skipped', end: at }
  const row = readValues(text, at, isLast)
  return row && { kind: 'row', ...row }
}

/** Skips to the end of the statement, or of its buffered part. */
function skipStatement(text: string, at: number, isLast: boolean): Part | undefined {
  const mark = /['"`;#]|--\s|\/\*/g
  mark.lastIndex = at
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === ';') return { kind: 'ended', end: mark.lastIndex }
    const end = endOfMarked(text, found.index, found[0], isLast)
    if (end === undefined) return found.index > at ? { kind: 'skipped', end: found.index } : undefined
    mark.lastIndex = end
  }
  // The last characters may start a comment.
  const end = isLast ? text.length : text.length - 2
  return end > at ? { kind: 'skipped', end } : undefined
}

/** Returns the position after the quoted text or comment that starts at `at` with the mark; undefined if later text may end it. */
function endOfMarked(text: string, at: number, mark: string, isLast: boolean): number | undefined {
  if (/['"`]/.test(mark)) return endOfQuoted(text, at, isLast)
  const closing = mark === '/*' ? '*/' : '\n'
  const place = text.indexOf(closing, at + mark.length)
  return place < 0 ? undefined : place + closing.length
}
