import { mergeConfig } from 'vitest/config'
import { suite } from '../vitest.config.ts'

/** How much of core its own tests reach, over the memory store alone. Below the threshold the run fails. */
export default mergeConfig(suite(['test/core/**/*.test.ts'], { pure: true }), {
  test: {
    coverage: {
      enabled: true,
      provider: 'v8',
      include: ['core/**/*.ts'],
      // The contracts are tests themselves.
      exclude: ['core/contracts/**'],
      reporter: ['text-summary'],
      thresholds: { branches: 95 },
    },
  },
})
