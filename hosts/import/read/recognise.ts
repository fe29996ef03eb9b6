import type { Program } from '../program.ts'
import { PROGRAMS } from '../programs/index.ts'
import { normalName } from '../row.ts'
import { UnreadableFile, unreadable } from '../unreadable-file.ts'
import { hasColumns, isFirstLine } from './columns.ts'
import { csvRows, isWithoutHeader } from './csv-rows.ts'
import { jsonPages } from './json-rows.ts'
import { inPieces, type Pieces } from './pieces.ts'
import { isSql, startOf } from './read-rows.ts'

/**
 * Recognizes the program that wrote a text: among programs whose columns it has, the one that knows most of its columns. Undefined if the
 * text has the columns of no program.
 * @throws UnreadableFile for an empty or unreadable text.
 */
export async function recognise(file: string, text: AsyncIterator<string>): Promise<Program | undefined> {
  const pieces = inPieces(text)
  const start = await startOf(pieces)
  if (start === '') throw new UnreadableFile('empty', `${file} is empty`)
  if (isSql(start)) return PROGRAMS.find(({ positional }) => positional !== undefined)
  const names = await (/^[[{]/.test(start) ? namesInJson(file, pieces) : namesInCsv(pieces)).catch((error) => {
    throw unreadable(file, error)
  })
  const found = new Set(names.map(normalName))
  const known = ({ fates }: Program) => [...found].filter((name) => Object.hasOwn(fates, name)).length
  const bare = PROGRAMS.find(({ positional }) => positional !== undefined && isWithoutHeader(names, positional))
  return (
    bare ??
    PROGRAMS.filter((program) => hasColumns(found, program)).reduce<Program | undefined>(
      (best, one) => (best === undefined || known(one) > known(best) ? one : best),
      undefined,
    )
  )
}

async function namesInJson(file: string, pieces: Pieces): Promise<readonly string[]> {
  for await (const { rows } of jsonPages(file, pieces)) {
    if (rows.length > 0) return [...new Set(rows.flatMap(Object.keys))]
  }
  return []
}

async function namesInCsv(pieces: Pieces): Promise<readonly string[]> {
  let found: readonly string[] = []
  const rows = csvRows(pieces, {
    isGuarded: false,
    isFirstLine: (cells) => PROGRAMS.some((program) => isFirstLine(cells, program)),
    onColumns: (names) => {
      found = names
    },
  })
  await rows.next()
  return found
}
