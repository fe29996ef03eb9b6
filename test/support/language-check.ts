/**
 * Fails when a file below the paths in CHECKED holds a banned word. `npm run check` runs it.
 *
 * To add a folder: `node test/support/language-check.ts core/links` lists what is left there. When it lists nothing, add the
 * folder to CHECKED. When all files of a parent folder pass, replace its entries by the parent.
 */
import { languageFaults } from './language.ts'

/** Files and folders that are free of banned words, and stay so. One a line, in alphabetical order. */
const CHECKED = [
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
  'adapters',
  'core',
  'docs',
  'hosts',
  'test/adapters',
  'test/architecture.test.ts',
  'test/attacks',
  'test/bench',
  'test/browser',
  'test/caddy',
  'test/ci-verdict.test.ts',
  'test/flaky.md',
  'test/core',
  'test/docs',
  'test/faults',
  'test/hosts',
  'test/mutants',
  'test/packages',
  'test/regular-expressions.test.ts',
  'test/simulation',
  'test/support',
  'test/surfaces',
  'test/unhandled-failures.test.ts',
  'test/vitest.config.ts',
]

/** Files that quote banned words: the list itself, its test, and the list of common passwords. */
const EXCEPTIONS = [':!test/support/language.ts', ':!test/language.test.ts', ':!core/identity/common-passwords.ts']

const asked = process.argv.slice(2)
const faults = languageFaults('.', [...(asked.length > 0 ? asked : CHECKED), ...EXCEPTIONS])

if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
