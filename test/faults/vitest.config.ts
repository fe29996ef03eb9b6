import { suite } from '../vitest.config.ts'

/** Kills, outages, attacks and long loads: each file takes tens of seconds. They hold servers to times, which a busy machine may miss once. */
export default suite(['test/{attacks,faults}/**/*.test.ts'], { testTimeout: 120_000, retry: 2 })
