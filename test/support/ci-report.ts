/** Reads the reports of CI's suites from a folder, runs failed files a second time and prints the verdict: ci-report.ts <folder>. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { judgeSuites, type Report, type SuiteRun } from './ci-verdict.ts'

const [folder = ''] = process.argv.slice(2)

const readReport = (file: string): Report | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

/** Returns the run of a suite: its exit code from `<script>.exit` and its report, if any, from `<script>.json`. */
const readRun = (script: string): SuiteRun => ({
  script,
  exitCode: Number(readFileSync(join(folder, `${script}.exit`), 'utf8')),
  report: readReport(join(folder, `${script}.json`)),
})

/** Runs files with one worker, so that nothing else uses the machine. */
function runAgain(script: string, files: readonly string[]): SuiteRun {
  const report = join(folder, `again-${script}.json`)
  // Use `test` instead: `npm run coverage` of a few files reaches too few branches.
  const again = script === 'coverage' ? 'test' : script
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync('npm', ['run', again, '--', ...files, '--no-file-parallelism', ...reporters], {
    stdio: 'inherit',
  })
  return { script, exitCode: status ?? 1, report: readReport(report) }
}

const scripts = globSync(join(folder, '*.exit')).map((file) => basename(file, '.exit'))
const { lines, passed, failed } = judgeSuites(scripts.map(readRun), runAgain)
for (const line of lines) console.log(line)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
