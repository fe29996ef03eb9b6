import { stripVTControlCharacters } from 'node:util'
import { coloured } from '../command.ts'

/** Lines of aligned columns. On a terminal a dim line with their names comes first; programs get the rows alone. */
export function toColumns(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const shown = process.stdout.isTTY && rows.length > 0 ? [names.map((name) => coloured('dim', name)), ...rows] : rows
  const widths = names.map((_, column) => Math.max(0, ...shown.map((cells) => widthOf(cells[column] ?? ''))))
  return shown.map((cells) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

const widthOf = (cell: string) => stripVTControlCharacters(cell).length

/** A number with its noun. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** How many of a list are shown, for a note, if not all of them. */
export const pageNote = (shown: number, total: number, skip = 0): readonly string[] =>
  shown < total
    ? [`${shown === 0 ? 0 : skip + 1} to ${skip + shown} of ${total}; --skip ${skip + shown} shows what follows`]
    : []
