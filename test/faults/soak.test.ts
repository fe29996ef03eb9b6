import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { isFullSize, scale } from '../support/scale.ts'

const SECONDS = scale(30)

it('the soak runs, and loses nothing in the few seconds that it is given here', async () => {
  const soak = spawn(
    process.execPath,
    ['--conditions=@shortlink/source', 'test/bench/soak.ts', '--minutes', `${SECONDS / 60}`, '--db', 'postgres'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [stdout, stderr] = await Promise.all([text(soak.stdout), text(soak.stderr)])
  const goalOf = (what: string) => new RegExp(`^\\| ${what} \\|.*\\| at most 0.00: (\\S+) \\|$`, 'm').exec(stdout)?.[1]
  for (const what of ['of them not recorded, or twice', 'of them not delivered, or of nothing'])
    expect([what, goalOf(what)]).toEqual([what, 'reached'])
  // A busy machine may refuse a request for its wait.
  if (isFullSize()) expect(goalOf('wrong answers')).toBe('reached')
  expect(stdout).toMatch(/^\| heap after a collection \| [\d.]+ MiB \|/m)
  // So short a run is too cold to keep to times: it fails only by naming them.
  expect(stderr).not.toContain('Error')
})
