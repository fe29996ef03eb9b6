import { relative } from 'node:path'

/** The parts of vitest's JSON report that CI reads. */
export interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly FileResult[]
}

interface FileResult {
  /** Absolute path of the test file. */
  readonly name: string
  readonly status: 'passed' | 'failed'
  /** The error of a file that could not run; empty otherwise. */
  readonly message: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages?: readonly string[] | null
  }[]
}

/** An error outside tests, which fails the run although every test passed. */
export interface UnhandledError {
  /** Absolute path of the test file that ran meanwhile; null if vitest does not know. */
  readonly file: string | null
  readonly message: string
}

/** One `npm run <script>` of CI. */
export interface SuiteRun {
  readonly script: string
  readonly exitCode: number
  /** Missing if the suite ended before writing one. */
  readonly report: Report | undefined
  readonly unhandled: readonly UnhandledError[]
}

export interface Verdict {
  readonly lines: readonly string[]
  readonly passed: number
  readonly failed: number
}

/** Runs the files of a suite again, alone. */
export type RunAgain = (script: string, files: readonly string[]) => SuiteRun

/** Maximum number of failed files to run again. More failures are no coincidence, and a second run would only take time. */
const MAX_SECOND_RUNS = 5
const MAX_MESSAGE_LENGTH = 4000

/**
 * Judges the suites of a CI run. Up to five files that failed or left an unhandled error run a second time, alone: a file that passes then
 * is reported as `FLAKY`, a file that fails twice as `FAILED`.
 */
export function judgeSuites(suites: readonly SuiteRun[], runAgain: RunAgain): Verdict {
  const runs = suites.map(withUnhandledErrors)
  const passed = runs.reduce((sum, { report }) => sum + (report?.numPassedTests ?? 0), 0)
  const broken = runs
    .filter(endedWithoutFailedTest)
    .map(({ script, exitCode, unhandled }) =>
      [
        `FAILED ${script}: ended with ${exitCode}`,
        ...unhandled.map(({ message }) => message.slice(0, MAX_MESSAGE_LENGTH)),
      ].join('\n'),
    )
  const failures = runs.flatMap(({ script, report }) => failedFiles(report).map((file) => ({ script, file })))
  if (broken.length > 0 || failures.length > MAX_SECOND_RUNS) {
    const lines = [...broken, ...failures.flatMap(({ file }) => linesOf('FAILED', file))]
    return { lines, passed, failed: lines.length }
  }
  const judged = [...Map.groupBy(failures, ({ script }) => script)].flatMap(([script, failed]) => {
    const files = failed.map(({ file }) => pathOf(file))
    const second = withUnhandledErrors(runAgain(script, files)).report?.testResults ?? []
    return failed.map(({ file }) =>
      judgeTwice(
        file,
        second.find(({ name }) => name === file.name),
      ),
    )
  })
  const failed = judged.filter(({ isFlaky }) => !isFlaky).length
  return { lines: judged.flatMap(({ lines }) => lines), passed: passed + judged.length - failed, failed }
}

function judgeTwice(first: FileResult, second: FileResult | undefined) {
  const isFlaky = second?.status === 'passed'
  return { isFlaky, lines: isFlaky ? linesOf('FLAKY', first) : linesOf('FAILED', second ?? first) }
}

/** Counts files with unhandled errors as failed. */
function withUnhandledErrors(run: SuiteRun): SuiteRun {
  const testResults = run.report?.testResults.map((result) => {
    const messages = run.unhandled.filter(({ file }) => file === result.name).map(({ message }) => message)
    return messages.length === 0 ? result : { ...result, status: 'failed' as const, message: messages.join('\n') }
  })
  return run.report && testResults ? { ...run, report: { ...run.report, testResults } } : run
}

/** Whether a suite crashed, lost its report, or failed for another reason than a test, such as too little coverage. */
const endedWithoutFailedTest = ({ exitCode, report }: SuiteRun) =>
  report === undefined || (exitCode !== 0 && failedFiles(report).length === 0)

const failedFiles = (report: Report | undefined) =>
  (report?.testResults ?? []).filter(({ status }) => status === 'failed')

const failedTests = (file: FileResult) => file.assertionResults.filter(({ status }) => status === 'failed')

const pathOf = ({ name }: FileResult) => relative(process.cwd(), name)

/** Returns a line and the error for each failed test of the file, or for the file if it could not run. */
function linesOf(word: string, file: FileResult): string[] {
  const tests = failedTests(file)
  if (tests.length === 0) return [`${word} ${pathOf(file)}\n${file.message.slice(0, MAX_MESSAGE_LENGTH)}`]
  return tests.map(({ fullName, failureMessages }) => {
    const message = (failureMessages ?? []).join('\n').slice(0, MAX_MESSAGE_LENGTH)
    return `${word} ${pathOf(file)} ${fullName}\n${message}`
  })
}
