import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PAGE = 'docs/promises.md'
const NAMED = /\]\((\.\.\/(?:test|core\/contracts)\/[^)]+)\) “([^”]+)”/g

/** Rows of the page's tables, without their heads. */
const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!learned from|promise \|)/.test(line))

it('every promise names a test that exists', () => {
  const promises = rows.map((row) => ({ row, tests: [...row.matchAll(NAMED)] }))
  expect(promises.filter(({ tests }) => tests.length === 0).map(({ row }) => row)).toEqual([])
  const missing = promises.flatMap(({ tests }) =>
    tests
      .map(([, file = '', name = '']) => ({ file, name }))
      .filter(({ file, name }) => !readFileSync(join('docs', file), 'utf8').includes(name)),
  )
  expect(missing).toEqual([])
  expect(promises.length).toBeGreaterThan(40)
})
