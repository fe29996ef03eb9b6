#!/usr/bin/env node
import '../require-node.js'

// Loaded after the check of Node's version, and into its compile cache.
const [{ program }, { exitCodeOf }] = await Promise.all([import('./program.ts'), import('../exit-code.ts')])

program.parseAsync().catch((error: unknown) => {
  console.error(`shortlink: ${error instanceof Error ? error.message : error}`)
  process.exitCode = exitCodeOf(error)
})
