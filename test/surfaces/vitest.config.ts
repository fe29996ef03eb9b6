import { defineConfig } from 'vitest/config'
import { suite, workersPerCore } from '../vitest.config.ts'

/** What these replace by `vi.mock`, other files must not get. */
const REPLACES_MODULES = ['test/surfaces/plan-features.test.ts']

/** A whole server or command, used as its callers do: each operation over each surface, the commands, and the examples of the docs. */
export default defineConfig({
  test: {
    maxWorkers: workersPerCore(1.5),
    projects: [
      suite(['test/{surfaces,docs,hosts/cli}/**/*.test.ts', 'docs/examples/*.contract.ts'], {
        isolate: false,
        exclude: REPLACES_MODULES,
      }),
      suite(REPLACES_MODULES, { pure: true }),
    ],
  },
})
