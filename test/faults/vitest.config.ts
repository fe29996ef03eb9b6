import { defineConfig } from 'vitest/config'
import { suite } from '../vitest.config.ts'

/** Each file takes tens of seconds. */
const LONG = { testTimeout: 120_000 }

/** Kills, outages, attacks and long loads. */
export default defineConfig({
  test: {
    projects: [
      suite(['test/{attacks,faults}/*.test.ts'], { ...LONG, name: 'faults and attacks' }),
      // Measures how long visitors wait, so nothing else runs beside it.
      suite(['test/attacks/worst/*.test.ts'], { ...LONG, name: 'the worst client', groupOrder: 1 }),
    ],
  },
})
