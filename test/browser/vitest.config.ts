import { defineConfig, mergeConfig } from 'vitest/config'
import { suite, workersPerCore } from '../vitest.config.ts'

/** The dashboard and the public pages in a real browser. */
export default mergeConfig(
  suite(['test/browser/**/*.test.ts'], { isolate: false }),
  defineConfig({ test: { maxWorkers: workersPerCore(1.5) } }),
)
