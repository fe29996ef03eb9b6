import { expect, it } from 'vitest'
import type { Invariant } from './model.ts'
import { run } from './run.ts'

const NUM_RUNS = 200
/** The same in each run, so that a failure is never random; `npm run simulate` tries others. */
const SEED = 36

/** Declares the test of an invariant. */
// biome-ignore lint/suspicious/noExplicitAny: each has its own model
export const simulate = (invariant: Invariant<any>) =>
  it(`${invariant.name} hold in ${NUM_RUNS} histories of replicas that crash and lose calls`, async () => {
    const { report } = await run(invariant, { seed: SEED, numRuns: NUM_RUNS })
    expect(report).toBeUndefined()
  })
