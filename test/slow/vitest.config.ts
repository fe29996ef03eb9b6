import { defineConfig, mergeConfig } from 'vitest/config'
import { suite } from '../vitest.config.ts'

/** The tests of `npm run test:faults` whose loads are smaller there; here they have full size. */
const LOADS = [
  ...['analytics', 'busy-account', 'copy', 'deletions', 'early-exits', 'event-order', 'import', 'link-passwords'],
  ...['naughty-texts', 'neighbours', 'soak'],
].map((name) => `test/faults/${name}.test.ts`)

/** The same of clients that do their worst for a minute. */
const ATTACKS = ['link-passwords', 'shared-places', 'worst/*'].map((name) => `test/attacks/${name}.test.ts`)

/** Tests of `npm test` that are shorter there. */
const SHORTENED = ['test/simulation/sql.test.ts', 'test/adapters/sqlite/abandoned-threads.test.ts']

/** Tests that run on one database elsewhere, and on both here. */
const SURFACES = ['test/surfaces/**/*.test.ts', 'test/hosts/{cli,rest}/**/*.test.ts']

export default mergeConfig(
  suite([...LOADS, ...ATTACKS, ...SHORTENED, ...SURFACES, 'test/packages/slow/*.test.ts'], {
    testTimeout: 1_200_000,
  }),
  defineConfig({
    test: {
      provide: { fullSize: true },
      maxWorkers: 2,
      hookTimeout: 600_000,
    },
  }),
)
