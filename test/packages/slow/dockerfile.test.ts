import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import root from '../../../package.json' with { type: 'json' }
import { buildImage } from '../dockerfile.ts'

it('what the Dockerfile installs from the registry is enough for the command', { timeout: 600_000 }, async () => {
  const image = await buildImage({ installs: true })
  const env = { PATH: `${join(image, 'usr/local/bin')}:${dirname(process.execPath)}` }
  expect((await promisify(execFile)('shortlink', ['--version'], { env })).stdout).toBe(`${root.version}\n`)
})
