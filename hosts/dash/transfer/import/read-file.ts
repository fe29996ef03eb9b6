import type { Program } from '../../../import/program.ts'
import { PROGRAMS } from '../../../import/programs/index.ts'
import { readRows } from '../../../import/read/read-rows.ts'
import { recognise } from '../../../import/read/recognise.ts'
import { textOf } from '../../../import/read/text.ts'
import type { Row } from '../../../import/row.ts'
import { UnreadableFile } from '../../../import/unreadable-file.ts'

const PIECE_BYTES = 1024 * 1024

/** The contents of a file, with the program that matches its columns. */
export interface ReadFile {
  readonly program: Program
  readonly rows: readonly Row[]
  /** The total number of links at the source, if the file contains it. */
  readonly total: number | undefined
  readonly isCsv: boolean
}

/**
 * Reads a file of the program with this name, or recognizes the program if the name is empty.
 * @throws UnreadableFile for a file of no known program.
 */
export async function readFile(file: File, name: string): Promise<ReadFile> {
  const text = () => textOf(file.name, bytesOf(file))
  const program = PROGRAMS.find((one) => one.name === name) ?? (await recognised(file.name, text()))
  const source = await readRows(file.name, text(), { program, raw: false })
  const rows: Row[] = []
  for await (const row of source.rows) rows.push(row)
  return { program, rows, total: source.total(), isCsv: source.format === 'CSV' }
}

async function recognised(name: string, text: AsyncIterator<string>): Promise<Program> {
  const found = await recognise(name, text)
  if (found === undefined) throw new UnreadableFile('columns', `${name} is of no known program`)
  return found
}

async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    yield new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer())
}
