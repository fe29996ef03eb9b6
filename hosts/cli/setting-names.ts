import { settingsSchema } from '../settings.ts'

const NAMES = Object.keys(settingsSchema.shape)
/** Most single changes, of a letter or of two neighbours, that count as a slip. */
const MAX_SLIPS = 2

/** The setting that a name was probably meant for; undefined if it is one itself, or far from all. */
export function similarSetting(name: string): string | undefined {
  if (NAMES.includes(name)) return undefined
  const [nearest] = NAMES.map((known) => ({ known, slips: editDistance(name.toUpperCase(), known) }))
    .filter(({ known, slips }) => slips <= MAX_SLIPS && slips < known.length / 3)
    .toSorted((one, other) => one.slips - other.slips)
  return nearest?.known
}

/** The number of letters to insert, remove, change or swap with their neighbour, to get from one text to the other. */
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
