import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'
import type { UnhandledError } from './ci-verdict.ts'

/**
 * A reporter of vitest that writes the errors outside tests, such as unhandled rejections and crashed workers, to the file
 * `$UNHANDLED_ERRORS_FILE` as JSON. The JSON report leaves them out although they fail the run.
 */
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_, errors) => {
    const unhandled: UnhandledError[] = errors.map((error) => ({
      file: typeof error.VITEST_TEST_PATH === 'string' ? error.VITEST_TEST_PATH : null,
      message: [error.type, error.stack ?? error.message, error.cause?.message].filter(Boolean).join('\n'),
    }))
    writeFileSync(process.env.UNHANDLED_ERRORS_FILE ?? '/dev/stderr', JSON.stringify(unhandled))
  }
}
