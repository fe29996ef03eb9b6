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
  const resultOf = (what: string) => new RegExp(`^\\| ${what} \\|.*\\| ≤ 0.00 \\| (.+) \\|$`, 'm').exec(stdout)?.[1]
  for (const what of ['visits missing or doubled', 'events missing or unexpected'])
    expect([what, resultOf(what)]).toEqual([what, 'met'])
  // A busy machine may refuse a request for its wait.
  if (isFullSize()) expect(resultOf('wrong responses')).toBe('met')
  expect(stdout).toMatch(/^\| heap after garbage collection \| [\d.]+ MiB \|/m)
  // So short a run is too cold to keep to times: it fails only by naming them.
  expect(stderr).not.toContain('Error')
})
