import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
const conditions = ['@shortlink/source']

// Tests start some hundred processes of the same sources.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node-compile')

interface SuiteOptions {
  readonly name?: string
  readonly testTimeout?: number
  /** True for tests that touch nothing but what they make. */
  readonly pure?: boolean
  /** False for files that leave modules as they were, so that those of a worker can share them. */
  readonly isolate?: boolean
  readonly exclude?: readonly string[]
}

/** The configuration of a suite: everything is the same but which files belong to it. */
export const suite = (
  include: string[],
  // Ends a test that hangs, also under a load of ten; judges nothing.
  { name, testTimeout = 300_000, pure = false, isolate = !pure, exclude = [] }: SuiteOptions = {},
) =>
  defineConfig({
    root,
    resolve: {
      conditions,
      // Vite would pick graphql's development build, of which the tools that import graphql natively know nothing.
      alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
    },
    ssr: { resolve: { conditions } },
    test: {
      ...(name === undefined ? {} : { name }),
      include,
      exclude: [...exclude],
      setupFiles: ['test/support/setup.ts', ...(pure ? [] : ['test/support/built-threads.ts'])],
      globalSetup: pure ? [] : ['test/support/global-setup.ts'],
      testTimeout,
      isolate,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 60_000 } },
      execArgv: ['--conditions=@shortlink/source'],
    },
  })

/** A number of workers; Vitest caps percentages at one worker per core. */
export const workersPerCore = (workers: number) => Math.ceil(availableParallelism() * workers)

export default defineConfig({
  root,
  test: {
    // Many tests wait for a process or a thread.
    maxWorkers: workersPerCore(1.5),
    projects: [
      suite(['test/core/**/*.test.ts'], { name: 'core', pure: true }),
      suite(['test/{bench,simulation}/**/*.test.ts'], {
        name: 'memory',
        pure: true,
        exclude: ['test/simulation/sql.test.ts'],
      }),
      suite(['test/*.test.ts', 'test/simulation/sql.test.ts', 'test/{adapters,build,client,hosts}/**/*.test.ts'], {
        isolate: false,
        exclude: ['test/hosts/cli/**'],
      }),
    ],
  },
})
