import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const page = readFileSync('docs/promises.md', 'utf8')

/** Rows of the page's tables, without their heads. */
const rows = page.split('\n').filter((line) => /^\| (?!promise \|)/.test(line))

/** The files of tests that a row links to. */
const testsOf = (row: string) =>
  [...row.matchAll(/\]\(\.\.\/((?:test|core\/contracts)\/[^)]+)\)/g)].map(([, file = '']) => file)

const hasTests = (file: string) =>
  existsSync(file) && /\.(?:test|contract)\.ts$/.test(file) && /^ *(?:it|test)\b/m.test(readFileSync(file, 'utf8'))

it('every promise links to files with tests', () => {
  expect(rows.filter((row) => testsOf(row).length === 0)).toEqual([])
  expect(rows.flatMap(testsOf).filter((file) => !hasTests(join('.', file)))).toEqual([])
  expect(rows.length).toBeGreaterThan(40)
})
