import type { Figure } from '../report.ts'
import { rowsOfPart } from '../results.ts'

/** Title of the part of the benchmark that measures the costs. */
export const COSTS_TITLE = 'Replicas'

/** Each cost with the name and unit of its figure. */
const FIGURES = {
  redirectPerVisit: ['CPU per visit, redirecting thread', 'µs'],
  redirectPerLookup: ['CPU per lookup, redirecting thread', 'µs'],
  workerPerVisit: ['CPU per visit, other threads', 'µs'],
  workerPerBatch: ['CPU per batch of visits, other threads', 'µs'],
  workerPerLookup: ['CPU per lookup, other threads', 'µs'],
  databasePerVisit: ['CPU per visit, database', 'µs'],
  databasePerBatch: ['CPU per batch of visits, database', 'µs'],
  databasePerLookup: ['CPU per lookup, database', 'µs'],
  walPerVisit: ['WAL per visit', 'bytes'],
  walPerBatch: ['WAL per batch of visits', 'bytes'],
  walPerLookup: ['WAL per lookup', 'bytes'],
  storedPerVisit: ['database size per visit', 'bytes'],
  idleTransactions: ['transactions per second of an idle replica', '/s'],
} as const

/**
 * What a visit, a batch of visits, and a lookup of a link that is not cached cost, in the units of {@link FIGURES}. A lookup includes what
 * the first visit of a link costs more than further ones, such as a new row of daily counts.
 */
export type Costs = Readonly<Record<keyof typeof FIGURES, number>>

const entries = Object.entries(FIGURES) as [keyof Costs, readonly [string, string]][]

/** The costs as rows of the benchmark. */
export const figuresOf = (costs: Costs): Figure[] =>
  entries.map(([name, [what, unit]]) => ({ what, value: costs[name], unit }))

/**
 * Reads the costs that the benchmark has written to results/postgres.md.
 * @throws Error when a figure is missing
 */
export function readCosts(): Costs {
  const rows = rowsOfPart('postgres', COSTS_TITLE)
  const costOf = (name: string) => {
    const row = rows.find(({ what }) => what === name)
    if (row === undefined) throw new Error(`"${name}" is missing; run: npm run bench -- --db postgres --only replicas`)
    return Number.parseFloat(row.measured.replaceAll(',', ''))
  }
  return Object.fromEntries(entries.map(([name, [what]]) => [name, costOf(what)])) as Costs
}
