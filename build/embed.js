import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A new folder for each run, since the example creates an account that can exist only once.
const folder = mkdtempSync(join(tmpdir(), 'shortlink-embed-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.argv[2] = folder
await import('../docs/examples/embed.ts')
