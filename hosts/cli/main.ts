#!/usr/bin/env node
import '../require-node.js'
import { exitCodeOf } from '../exit-code.ts'
import { program } from './program.ts'

// What goes wrong is told in one line on standard error.
program.parseAsync().catch((error: unknown) => {
  console.error(`shortlink: ${error instanceof Error ? error.message : error}`)
  process.exitCode = exitCodeOf(error)
})
