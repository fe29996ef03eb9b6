import { isPlainObject, type Row } from '../row.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import type { Pieces } from './pieces.ts'

/** Maximum number of characters of one JSON value, which is parsed as a whole. */
const MAX_JSON = 128 * 1024 * 1024

/** A page of an API response, and the total number of links if the response contains it. */
export interface JsonPage {
  readonly rows: readonly Row[]
  readonly total: number | undefined
}

/**
 * Reads the pages of JSON: one value, or one per line. A value is a list of links, a response with a list, or a list of responses.
 * @throws UnreadableFile for a file that is neither, and for a value of more than 128 million characters.
 */
export async function* jsonPages(file: string, pieces: Pieces): AsyncGenerator<JsonPage> {
  let line = await nextLine(file, pieces)
  const first = tryParse(line)
  if (first === undefined) {
    while (!pieces.isLast) await moreOf(file, pieces)
    yield* pagesOf(file, parseWhole(file, line + pieces.text))
    return
  }
  yield* pagesOf(pieces.isLast && pieces.text === '' ? file : `${file}, line 1`, first.value)
  for (let number = 2; !pieces.isLast || pieces.text !== ''; number++) {
    line = await nextLine(file, pieces)
    const place = `${file}, line ${number}`
    if (line.trim() !== '') yield* pagesOf(place, parseWhole(place, line))
  }
}

/** Removes the first line, including its end, from the text. */
async function nextLine(file: string, pieces: Pieces): Promise<string> {
  for (let from = 0; ; ) {
    const end = pieces.text.indexOf('\n', from)
    if (end >= 0 || pieces.isLast) {
      const line = end < 0 ? pieces.text : pieces.text.slice(0, end + 1)
      pieces.drop(line.length)
      return line
    }
    from = pieces.text.length
    await moreOf(file, pieces)
  }
}

async function moreOf(file: string, pieces: Pieces) {
  if (pieces.text.length > MAX_JSON)
    throw new UnreadableFile(
      'size',
      `${file} has more than 128 MiB of JSON in one piece; split it, or write CSV or one response per line`,
    )
  await pieces.more()
}

function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Parses a value. `place` names the file, or a line of it. */
function parseWhole(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = (error as Error).message.replaceAll(/\s+/g, ' ')
    throw new UnreadableFile('syntax', `${place} is not valid JSON: ${reason}`, reason)
  }
}

/** Names of the list in API responses of programs. */
const LISTS = ['links', 'data', 'result', 'shortUrls']

const listOf = (value: unknown): unknown => {
  const name = isPlainObject(value)
    ? LISTS.find((name) => typeof value[name] === 'object' && value[name] !== null)
    : undefined
  return name === undefined ? undefined : (value as Row)[name]
}

/** phpMyAdmin writes a list of all tables; tables with URLs contain links. */
const isOtherTable = (value: unknown) =>
  isPlainObject(value) && value.type === 'table' && Array.isArray(value.data) && !hasAddress(value.data[0])

const hasAddress = (row: unknown) => isPlainObject(row) && ('url' in row || 'target' in row)

function* pagesOf(place: string, value: unknown): Generator<JsonPage> {
  if (Array.isArray(value)) {
    const answers = value.filter((one) => listOf(one) !== undefined && !isOtherTable(one))
    if (answers.length > 0 || value.some(isOtherTable)) for (const answer of answers) yield* pagesOf(place, answer)
    else yield { rows: value.map((one) => (isPlainObject(one) ? one : {})), total: undefined }
    return
  }
  const list = listOf(value)
  if (list === undefined)
    throw new UnreadableFile(
      'columns',
      `${place}: The JSON contains no list of links: ${excerptOf(value)}`,
      excerptOf(value),
    )
  const total = totalOf(value as Row) ?? (isPlainObject(list) ? totalOf(list) : undefined)
  for (const { rows, total: inner } of pagesOf(place, numbered(list))) yield { rows, total: total ?? inner }
}

/** Returns the start of a value, which is usually an API's error. */
function excerptOf(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** YOURLS numbers its links: { link_1: {…}, link_2: {…} }. */
const numbered = (list: unknown): unknown =>
  isPlainObject(list) && listOf(list) === undefined && Object.values(list).every(isPlainObject)
    ? Object.values(list)
    : list

/**
 * Returns the total number of links, from a response that contains one page of them; reads the fields of Kutt, Shlink, Bitly, YOURLS and
 * Short.io.
 */
function totalOf({ total, pagination, stats, count: ofAll }: Row): number | undefined {
  const inner = (value: unknown, name: string) => (isPlainObject(value) ? value[name] : undefined)
  const found = [total, inner(pagination, 'totalItems'), inner(pagination, 'total'), inner(stats, 'total_links'), ofAll]
  const count = Number(found.find((value) => typeof value === 'number' || typeof value === 'string'))
  return Number.isSafeInteger(count) ? count : undefined
}
