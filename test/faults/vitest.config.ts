import { suite } from '../vitest.config.ts'

/** Kills, outages and long loads: each file takes tens of seconds. */
export default suite(['test/faults/**/*.test.ts'], { testTimeout: 120_000 })
