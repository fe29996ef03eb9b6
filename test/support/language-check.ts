/**
 * Fails if a file below the paths in CHECKED contains a banned word, a comment below the paths in COMMENTS_CHECKED, a text below the
 * paths in TEXTS_CHECKED or a page below the paths in PAGES_CHECKED a banned construction, or an unpushed commit a passive subject. `npm run check` runs it.
 *
 * To add a folder: `node test/support/language-check.ts core/links` lists the remaining faults. If it lists none, add the folder to
 * CHECKED. When all files of a parent folder pass, replace its entries by the parent.
 */
import { execFileSync } from 'node:child_process'
import { commentFaults, languageFaults, pageFaults, passiveSubjects, textFaults } from './language.ts'

/** Files and folders without banned words, which stay so. One per line, in alphabetical order. */
const CHECKED = [
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
  'adapters',
  'client',
  'core',
  'docs',
  'hosts',
  'test/adapters',
  'test/architecture.test.ts',
  'test/attacks',
  'test/bench',
  'test/browser',
  'test/caddy',
  'test/redis',
  'test/ci-verdict.test.ts',
  'test/client',
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
const EXCEPTIONS = [
  ':!test/support/language.ts',
  ':!test/language.test.ts',
  ':!core/identity/sessions/common-passwords.ts',
]

/** Files and folders with comments without banned constructions. */
const COMMENTS_CHECKED = ['adapters', 'build', 'core', 'hosts']

/** Files and folders with texts without banned constructions: labels, pages, messages and descriptions. Contracts have names of tests. */
const TEXTS_CHECKED = ['adapters', 'build', 'core', 'hosts', ':!core/contracts']

/** Pages without banned constructions. Decision records are history. */
const PAGES_CHECKED = ['CHANGELOG.md', 'README.md', 'SECURITY.md', 'client', 'docs', ':!docs/adr']

const given = process.argv.slice(2)
const faults = [
  ...languageFaults('.', [...(given.length > 0 ? given : CHECKED), ...EXCEPTIONS]),
  ...commentFaults('.', given.length > 0 ? given : COMMENTS_CHECKED),
  ...pageFaults('.', given.length > 0 ? given : PAGES_CHECKED),
  ...(given.length > 0 ? [] : textFaults('.', TEXTS_CHECKED)),
  ...(given.length > 0 ? [] : passiveSubjects(newSubjects()).map((subject) => `passive commit subject: ${subject}`)),
]

if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

/** Returns the subjects of commits that the upstream branch lacks; none without an upstream. */
function newSubjects(): string[] {
  try {
    const log = execFileSync('git', ['log', '--format=%s', '@{upstream}..'], { encoding: 'utf8', stdio: 'pipe' })
    return log.split('\n')
  } catch {
    return []
  }
}
