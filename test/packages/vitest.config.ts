import { defineConfig, mergeConfig } from 'vitest/config'
import { suite, workersPerCore } from '../vitest.config.ts'

/** What is published, installed from tarballs into empty folders. What takes long is in `slow`. */
export default mergeConfig(
  suite(['test/packages/*.test.ts']),
  // The files wait for npm.
  defineConfig({ test: { maxWorkers: workersPerCore(1.5) } }),
)
