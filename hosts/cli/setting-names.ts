import { settingsSchema } from '../app/settings/settings.ts'

const NAMES = Object.keys(settingsSchema.shape)
/** Maximum number of single changes, of a letter or of two neighbors, that count as a typo. */
const MAX_SLIPS = 2

/** Returns the probably intended setting for a name; undefined if the name is a setting, or far from all. */
export function similarSetting(name: string): string | undefined {
  if (NAMES.includes(name)) return undefined
  const [nearest] = NAMES.map((known) => ({ known, slips: editDistance(name.toUpperCase(), known) }))
    .filter(({ known, slips }) => slips <= MAX_SLIPS && slips < known.length / 3)
    .toSorted((one, other) => one.slips - other.slips)
  return nearest?.known
}

/** Returns the number of letters to insert, delete, change or swap with their neighbor to turn one text into the other. */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= from.length; i++) {
    const [before = [], above = []] = [rows[i - 2], rows[i - 1]]
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = (above[j - 1] ?? 0) + Number(from[i - 1] !== to[j - 1])
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(change, swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
