#!/usr/bin/env node
import '../require-node.js'

// Loaded after the check of Node's version, and into its compile cache.
const [{ program }, { reportUnlessShown }] = await Promise.all([import('./program.ts'), import('./parse-errors.ts')])

program.parseAsync().catch(reportUnlessShown)
