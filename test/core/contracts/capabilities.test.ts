import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Assertion {
  /** First the store, then `store`, then the suite. */
  readonly ancestorTitles: readonly string[]
  readonly title: string
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending'
}

const folder = mkdtempSync(join(tmpdir(), 'shortlink-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

let assertions: readonly Assertion[]
beforeAll(async () => {
  const outputFile = join(folder, 'report.json')
  const args = ['--config', 'test/support/contracts/vitest.config.ts', '--reporter=json', '--outputFile', outputFile]
  // The run fails, since some of its suites do.
  await promisify(execFile)('node', ['node_modules/vitest/vitest.mjs', 'run', ...args]).catch(() => {})
  const report = JSON.parse(readFileSync(outputFile, 'utf8'))
  assertions = report.testResults.flatMap((file: { assertionResults: Assertion[] }) => file.assertionResults)
}, 60_000)

const failuresOf = (store: string) => namesOf(store, ['failed'])
const namesOf = (store: string, statuses: readonly Assertion['status'][]) =>
  assertions
    .filter(({ ancestorTitles, status }) => ancestorTitles[0] === store && statuses.includes(status))
    .map(({ ancestorTitles, title }) => [...ancestorTitles.slice(2), title].join(' '))

describe('the manifest of a store', () => {
  it.each(['a store whole', 'a store without undo', 'a store without search'])(
    'passes for %s that says so',
    (store) => {
      expect(failuresOf(`${store} that says so`)).toEqual([])
      expect(namesOf(`${store} that says so`, ['passed']).length).toBeGreaterThan(200)
    },
  )

  it('skips the tests of a capability that the store lacks, and of no other', () => {
    const skipped = (store: string) => namesOf(store, ['skipped', 'pending'])
    expect(skipped('a store whole that says so')).toEqual([])
    expect(skipped('a store without undo that says so').length).toBeGreaterThan(10)
    for (const name of skipped('a store without search that says so')) expect(name).toMatch(/^lists of links|search/)
  })

  it.each([
    ['a store without undo that claims it', 'capabilities the store has the capability atomic if it claims true'],
    ['a store without search that claims it', 'capabilities the store has the capability search if it claims true'],
  ])('fails for %s', (store, name) => {
    expect(failuresOf(store)).toContain(name)
    // The tests that need the capability fail as well.
    expect(failuresOf(store).length).toBeGreaterThan(5)
  })

  it.each([
    ['a whole store that denies undo', 'capabilities the store has the capability atomic if it claims false'],
    ['a whole store that denies search', 'capabilities the store has the capability search if it claims false'],
  ])('fails for %s, for that alone', (store, name) => {
    expect(failuresOf(store)).toEqual([name])
  })
})
