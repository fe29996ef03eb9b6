import { defineConfig } from 'vitest/config'
import { suite } from '../vitest.config.ts'

/** Each file takes tens of seconds. */
const LONG = { testTimeout: 120_000 }

/** Measure how long answers take. */
const TIMED = ['test/faults/busy-account.test.ts']

/** Kills, outages, attacks and long loads. */
export default defineConfig({
  test: {
    projects: [
      suite(['test/{attacks,faults}/*.test.ts'], { ...LONG, name: 'faults and attacks', exclude: TIMED }),
      // These measure, so nothing else runs beside them: how long visitors wait, and how long answers take.
      suite(['test/attacks/worst/*.test.ts'], { ...LONG, name: 'the worst client', groupOrder: 1 }),
      suite(TIMED, { ...LONG, name: 'times of answers', groupOrder: 2 }),
    ],
  },
})
