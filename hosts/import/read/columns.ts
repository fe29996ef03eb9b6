import type { Program } from '../program.ts'
import { PROGRAMS } from '../programs/index.ts'
import { normalName } from '../row.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import { isWithoutHeader } from './csv-rows.ts'

/**
 * Reports a missing column once instead of for every row.
 * @throws UnreadableFile for a file without one of the required columns.
 */
export function requireColumns(file: string, { name, needs, requires = [] }: Program, names: readonly string[]) {
  const found = new Set(names.map(normalName))
  for (const [field, alternatives] of Object.entries(needs)) {
    if (isAmong(found, alternatives)) continue
    const other = PROGRAMS.find((program) => hasColumns(found, program))?.name
    throw new UnreadableFile(
      'columns',
      `${file} has no ${field}s where --from ${name} looks for them: expected ${alternatives.join(' or ')}, found ${listed(names)}; ${
        other ? `it looks like a file for --from ${other}` : '--from csv --columns names them, see "link import --help"'
      }`,
      listed(names),
    )
  }
  const missing = requires.filter((column) => !isAmong(found, [column]))
  if (missing.length > 0)
    throw new UnreadableFile(
      'columns',
      `${file} has no column ${missing.join(', ')}; found ${listed(names)}`,
      listed(names),
    )
}

/** Whether the cells of a first line are the columns that the program needs, or a row of a file without a header. */
export const isFirstLine = (cells: readonly string[], program: Program) =>
  hasColumns(new Set(cells.map(normalName)), program) ||
  (program.positional !== undefined && isWithoutHeader(cells, program.positional))

/** Whether normalized names are enough for the program. */
export const hasColumns = (found: ReadonlySet<string>, { needs }: Program) =>
  isAmong(found, needs.slug) && isAmong(found, needs.target)

const isAmong = (found: ReadonlySet<string>, names: readonly string[]) =>
  names.some((name) => found.has(normalName(name)))

const listed = (names: readonly string[]) => {
  const shown = names
    .slice(0, 12)
    .map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name).replaceAll(/\s+/g, ' '))
  return [...shown, ...(names.length > 12 ? ['…'] : [])].join(', ') || 'none'
}
