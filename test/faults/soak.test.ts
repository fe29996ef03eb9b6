import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { DATABASES } from '../support/server.ts'

it.each(DATABASES)('the soak runs on %s, and loses nothing in the few seconds that it is given here', (database) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@shortlink/source', 'test/bench/soak.ts', '--minutes', '0.1', '--db', database],
    { encoding: 'utf8', timeout: 100_000 },
  )
  const goalOf = (what: string) => new RegExp(`^\\| ${what} \\|.*\\| at most 0.00: (\\S+) \\|$`, 'm').exec(stdout)?.[1]
  expect(
    ['wrong answers', 'of them not recorded, or twice', 'of them not delivered, or of nothing'].map(goalOf),
  ).toEqual(['reached', 'reached', 'reached'])
  expect(stdout).toMatch(/^\| heap after a collection \| [\d.]+ MiB \|/m)
  // So short a run is too cold to keep to times: it fails only by naming them.
  expect(stderr).not.toContain('Error')
})
