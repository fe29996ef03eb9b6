/** Reads the reports of CI's suites from a folder, runs failed files a second time and prints the verdict: ci-report.ts <folder>. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { judgeSuites, type Report, type SuiteRun, type UnhandledError } from './ci-verdict.ts'

const [folder = ''] = process.argv.slice(2)

const readJson = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
const readReport = (file: string): Report | undefined => readJson(file)
const readUnhandled = (file: string): UnhandledError[] => readJson(file) ?? []

/** Returns the run of a suite from `<script>.exit`, `<script>.json` and `<script>.unhandled`; the last two exist if it ended by itself. */
const readRun = (script: string): SuiteRun => ({
  script,
  exitCode: Number(readFileSync(join(folder, `${script}.exit`), 'utf8')),
  report: readReport(join(folder, `${script}.json`)),
  unhandled: readUnhandled(join(folder, `${script}.unhandled`)),
})

/** Runs files with one worker, so that nothing else uses the machine. */
function runAgain(script: string, files: readonly string[]): SuiteRun {
  const report = join(folder, `again-${script}.json`)
  // Use `test` instead: `npm run coverage` of a few files reaches too few branches.
  const again = script === 'coverage' ? 'test' : script
  const unhandled = join(folder, `again-${script}.unhandled`)
  const reporters = ['default', 'json', './test/support/unhandled-errors-reporter.ts'].map(
    (name) => `--reporter=${name}`,
  )
  const options = ['--no-file-parallelism', ...reporters, `--outputFile.json=${report}`]
  const { status } = spawnSync('npm', ['run', again, '--', ...files, ...options], {
    stdio: 'inherit',
    env: { ...process.env, UNHANDLED_ERRORS_FILE: unhandled },
  })
  return { script, exitCode: status ?? 1, report: readReport(report), unhandled: readUnhandled(unhandled) }
}

const scripts = globSync(join(folder, '*.exit')).map((file) => basename(file, '.exit'))
const { lines, passed, failed } = judgeSuites(scripts.map(readRun), runAgain)
for (const line of lines) console.log(line)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
