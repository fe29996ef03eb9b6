import { coloured } from '../command.ts'
import { padded, widthOf } from './width.ts'

/** Formats lines of aligned columns. A terminal shows a dim line with their names first; other output has only the rows. */
export function toColumns(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(withoutControls))
  const shown = process.stdout.isTTY && rows.length > 0 && names.some(Boolean) ? [names, ...cells] : cells
  const widths = names.map((_, column) => Math.max(0, ...shown.map((row) => widthOf(row[column] ?? ''))))
  return shown.map((row) => {
    const line = row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd()
    return row === names ? coloured('dim', line) : line
  })
}

/** Characters that move the cursor, change colors, or reverse the rest of the line. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu

/** Replaces control characters, since names, titles and campaigns come from strangers. */
export const withoutControls = (text: string) => text.replaceAll(CONTROLS, '�')

/** Formats a number with its noun. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Returns a note on the number of shown items of a list, unless all are shown. */
export function pageNote(shown: number, total: number, skip = 0): readonly string[] {
  if (shown === total) return []
  if (shown === 0) return [`none of ${total} shown`]
  const end = skip + shown
  return [`${skip + 1} to ${end} of ${total}${end < total ? `; next page: --skip ${end}` : ''}`]
}

/** Formats an instant in a list for people: its day and minute in UTC; a dash for none. */
export const minuteOf = (instant: number | null) =>
  instant === null ? '-' : new Date(instant).toISOString().slice(0, 16).replace('T', ' ')

/** Formats an instant for programs. */
export const isoOf = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
