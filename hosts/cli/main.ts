#!/usr/bin/env node
import '../require-node.js'

// Load these after the check of Node's version, and through its compile cache.
const [{ program }, { reportUnlessShown }] = await Promise.all([import('./program.ts'), import('./parse-errors.ts')])

program.parseAsync().catch(reportUnlessShown)
