import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { newSqliteFile } from '../../support/databases.ts'
import { scale } from '../../support/scale.ts'

const PROGRAM = new URL('../../support/abandoned-threads.ts', import.meta.url).pathname

it('threads that are given up at any stage of loading, or loading when the process exits, do not abort the process', async () => {
  const threads = scale(400)
  const program = [...process.execArgv, PROGRAM, newSqliteFile(), String(threads)]
  // An abort is a signal, which rejects.
  const { stdout } = await promisify(execFile)(process.execPath, program)
  expect(Number(stdout)).toBe(threads)
})
