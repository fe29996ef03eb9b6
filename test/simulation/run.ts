import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { histories, type Invariant } from './model.ts'

/** A history that failed once. */
interface KeptSeed {
  readonly seed: number
  /** Its number among the histories of the seed. */
  readonly path: string
}

const kept: Readonly<Record<string, readonly KeptSeed[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'seeds.json'), 'utf8'),
)

export interface RunOptions {
  readonly seed: number
  readonly numRuns: number
}

interface Outcome {
  /** Of the first failure; undefined if there is none. */
  readonly report?: string
  readonly runs: number
}

/** Runs histories that failed once, then new ones, up to the first failure. */
// biome-ignore lint/suspicious/noExplicitAny: each invariant has its own model
export async function run(invariant: Invariant<any>, { seed, numRuns }: RunOptions): Promise<Outcome> {
  const property = histories(invariant)
  let runs = 0
  const again = (kept[invariant.name] ?? []).map((one) => ({ ...one, numRuns: 1 }))
  for (const parameters of [...again, { seed, numRuns }]) {
    const details = await fc.check(property, parameters)
    runs += details.numRuns
    if (details.failed) return { runs, report: `${invariant.name}\n${fc.defaultReportMessage(details)}` }
  }
  return { runs }
}
