import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const conditions = ['@shortlink/source']

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  resolve: {
    conditions,
    // Vite would pick graphql's development build, of which the tools that import graphql natively know nothing.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    execArgv: ['--conditions=@shortlink/source'],
  },
})
