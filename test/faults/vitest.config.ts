import { defineConfig, mergeConfig } from 'vitest/config'
import { suite, workersPerCore } from '../vitest.config.ts'

/** Kills, outages, attacks and loads. Most of them wait, so more run at once than there are cores. */
export default mergeConfig(
  suite(['test/faults/*.test.ts', 'test/attacks/**/*.test.ts'], { isolate: false }),
  defineConfig({ test: { maxWorkers: workersPerCore(2) } }),
)
