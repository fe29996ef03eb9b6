import { readFileSync } from 'node:fs'
import { parseCsv, withFormula } from '../csv.ts'

/** One link as some program wrote it. */
export type Row = Readonly<Record<string, unknown>>

/**
 * The rows of a file: CSV with a header, or JSON, whether a list or an answer that holds one. `isGuarded` says that CSV cells have an
 * apostrophe in front of what a spreadsheet would run, which is taken away.
 * @throws Error when it is neither.
 */
export function readRows(file: string, { isGuarded }: { readonly isGuarded: boolean }): Row[] {
  const text = readFileSync(file, 'utf8')
  return /^\uFEFF?\s*[[{]/.test(text)
    ? rowsOfJson(parseJson(file, text.replace(/^\uFEFF/, '')))
    : rowsOfCsv(text, isGuarded ? withFormula : (cell) => cell)
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`)
  }
}

function rowsOfCsv(text: string, read: (cell: string) => string): Row[] {
  const [header, ...lines] = parseCsv(text)
  if (header === undefined || header.length < 2) throw new Error('The file is neither JSON nor CSV with a header')
  return lines.map((line) => Object.fromEntries(header.map((name, column) => [name.trim(), read(line[column] ?? '')])))
}

/** Where programs put their list, in answers of their APIs. */
const LISTS = ['links', 'data', 'result', 'shortUrls']

function rowsOfJson(value: unknown): Row[] {
  if (Array.isArray(value)) return value.filter(isRow)
  if (isRow(value)) {
    const list = LISTS.find((name) => name in value)
    if (list !== undefined) return rowsOfJson(value[list])
    // YOURLS numbers its links: { link_1: {…}, link_2: {…} }.
    if (Object.values(value).every(isRow)) return Object.values(value) as Row[]
  }
  throw new Error('The JSON holds no list of links')
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
