import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const conditions = ['@shortlink/source']

/** The configuration of a suite: everything is the same but which files belong to it. */
export const suite = (include: string[], { testTimeout = 30_000, retry = 0 } = {}) =>
  defineConfig({
    root: new URL('..', import.meta.url).pathname,
    resolve: {
      conditions,
      // Vite would pick graphql's development build, of which the tools that import graphql natively know nothing.
      alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
    },
    ssr: { resolve: { conditions } },
    test: {
      include,
      setupFiles: ['test/support/setup.ts'],
      globalSetup: ['test/support/global-setup.ts'],
      testTimeout,
      retry,
      hookTimeout: 60_000,
      execArgv: ['--conditions=@shortlink/source'],
    },
  })

export default suite([
  'test/*.test.ts',
  'test/{adapters,browser,core,docs,hosts}/**/*.test.ts',
  'docs/examples/*.contract.ts',
])
