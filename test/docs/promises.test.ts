import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PAGE = 'docs/promises.md'
const FILE_WITH_NAMES = /\]\((\.\.\/(?:test|core\/contracts)\/[^)]+)\) (“[^”]+”(?:, “[^”]+”)*)/g

/** The files that a row links to, each with one of the quoted test names that follow it. */
const testsOf = (row: string) =>
  [...row.matchAll(FILE_WITH_NAMES)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  )

const page = readFileSync(PAGE, 'utf8')

/** Rows of the page's tables, without their heads. */
const rows = page.split('\n').filter((line) => /^\| (?!promise \|)/.test(line))

it('every promise names a test that exists', () => {
  const promises = rows.map((row) => ({ row, tests: testsOf(row) }))
  expect(promises.filter(({ tests }) => tests.length === 0).map(({ row }) => row)).toEqual([])
  const missing = promises.flatMap(({ tests }) =>
    tests.filter(({ file, name }) => !readFileSync(join('docs', file), 'utf8').includes(name)),
  )
  expect(missing).toEqual([])
  expect(promises.flatMap(({ tests }) => tests)).toHaveLength(page.match(/“/g)?.length ?? 0)
  expect(promises.length).toBeGreaterThan(40)
})
