import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeSuites, type SuiteRun } from './support/ci-verdict.ts'

type Outcome = 'passed' | 'failed' | 'broken'

/** A run of a suite with one test in each file. */
function run(files: Record<string, Outcome>, { script = 'test', exitCode = 0 } = {}): SuiteRun {
  const testResults = Object.entries(files).map(([file, outcome]) => ({
    name: join(process.cwd(), file),
    status: outcome === 'passed' ? ('passed' as const) : ('failed' as const),
    message: outcome === 'broken' ? 'no such module' : '',
    assertionResults:
      outcome === 'broken' ? [] : [{ fullName: 'works', status: outcome, failureMessages: ['expected 1 to be 2'] }],
  }))
  const numPassedTests = testResults.filter(({ status }) => status === 'passed').length
  const isFailed = testResults.some(({ status }) => status === 'failed')
  return { script, exitCode: isFailed ? 1 : exitCode, report: { numPassedTests, testResults }, unhandled: [] }
}

/** A run of one file that passed and left an unhandled error. */
const withUnhandled = (file: string, at: string | null): SuiteRun => ({
  ...run({ [file]: 'passed' }, { exitCode: 1 }),
  unhandled: [{ file: at, message: 'Unhandled Rejection: lost' }],
})

const never = () => {
  throw new Error('a second run was not expected')
}

describe('the verdict of CI', () => {
  it('passes when every test passed, without a second run', () => {
    expect(judgeSuites([run({ a: 'passed', b: 'passed' })], never)).toEqual({ lines: [], passed: 2, failed: 0 })
  })

  it('passes and names the test as flaky when the file passes alone', () => {
    const again: unknown[] = []
    const verdict = judgeSuites([run({ a: 'passed' }), run({ b: 'failed' }, { script: 'test:faults' })], (...call) => {
      again.push(call)
      return run({ b: 'passed' })
    })
    expect(again).toEqual([['test:faults', ['b']]])
    expect(verdict).toEqual({ lines: ['FLAKY b works\nexpected 1 to be 2'], passed: 2, failed: 0 })
  })

  it.each(['failed', 'broken'] as const)('fails when a file is %s twice', (outcome) => {
    const verdict = judgeSuites([run({ a: outcome })], () => run({ a: outcome }))
    expect(verdict).toMatchObject({ lines: [expect.stringMatching(/^FAILED a/)], failed: 1 })
  })

  it('fails when the second run reports nothing of the file', () => {
    expect(judgeSuites([run({ a: 'failed' })], () => run({}))).toMatchObject({ failed: 1 })
  })

  it('fails without a second run when more than five files failed', () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((file) => [file, 'failed' as const]))
    expect(judgeSuites([run(files)], never)).toMatchObject({ failed: 6 })
  })

  it.each([
    ['wrote no report', { script: 'test', exitCode: 0, report: undefined, unhandled: [] }],
    ['failed although every test passed', run({ a: 'passed' }, { exitCode: 1 })],
  ])('fails without a second run when a suite %s', (_, suite) => {
    expect(judgeSuites([suite, run({ b: 'failed' })], never)).toMatchObject({
      lines: [expect.stringMatching(/^FAILED test: ended with/), expect.stringMatching(/^FAILED b/)],
    })
  })
  it('names an unhandled error and the file it happened in, and runs the file a second time', () => {
    const broken = withUnhandled('a', join(process.cwd(), 'a'))
    expect(judgeSuites([broken], () => run({ a: 'passed' })).lines).toEqual(['FLAKY a\nUnhandled Rejection: lost'])
    expect(judgeSuites([broken], () => broken)).toMatchObject({
      lines: ['FAILED a\nUnhandled Rejection: lost'],
      failed: 1,
    })
  })

  it('shows an unhandled error of an unknown file', () => {
    expect(judgeSuites([withUnhandled('a', null)], never).lines).toEqual([
      'FAILED test: ended with 1\nUnhandled Rejection: lost',
    ])
  })
})
