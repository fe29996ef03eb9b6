import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import shortlink from '../package.json' with { type: 'json' }
import { newestMs } from './files.js'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The single folder of every entry and chunk, so that a worker is next to the file that starts it. */
const BUNDLE = join(root, 'hosts/dist/bundle')
const SOURCES = ['build', 'client', 'core', 'adapters', 'hosts']
/** The dashboard has a separate build. */
const NOT_SOURCES = new Set(['dist', 'node_modules', 'dash'])
const HOUR_MS = 60 * 60 * 1000
const WEEK_MS = 7 * 24 * HOUR_MS

/** The path of a bundled entry: `main` (the server) or `cli`. */
export const entry = (name) => join(BUNDLE, `${name}.js`)

const ENTRIES = {
  main: 'hosts/server/main.ts',
  cli: 'hosts/cli/main.ts',
  'hit-worker': 'hosts/app/parts/hit-worker.ts',
  'import-worker': 'hosts/app/imports/import-worker.ts',
  'sql-worker': 'adapters/sqlite/threads/sql-worker.ts',
  'sums-worker': 'adapters/postgres/sums/sums-worker.ts',
}

/** Returns whether a source or the lock file is newer than the bundle, or a part of the bundle is missing. Takes about 10 ms. */
export function isStale() {
  const entriesMs = Object.keys(ENTRIES).map((name) => statSync(entry(name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const builtMs = Math.min(...entriesMs)
  return (
    SOURCES.some((folder) => newestMs(join(root, folder), NOT_SOURCES) > builtMs) ||
    mtimeMs(join(root, 'package-lock.json')) > builtMs
  )
}

/**
 * Bundles the server, its workers and the command line: a start reads a few files instead of several hundred. A failure is an error of one
 * line. The previous bundle stays until this one is complete; a running server may still load parts of it unless `keepOld` is false.
 */
export async function bundle({ keepOld = true } = {}) {
  try {
    mkdirSync(BUNDLE, { recursive: true })
    removeOlder(dirname(BUNDLE), (file) => file.startsWith('bundle-'), HOUR_MS)
    const made = mkdtempSync(`${BUNDLE}-`)
    const began = statSync(made).mtime
    try {
      await buildInto(made)
      replaceBundle(made, began, keepOld)
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  } catch (error) {
    throw new Error(describeFailure(error), { cause: error })
  }
}

async function buildInto(made) {
  const { build } = await import('rolldown')
  const commit = currentCommit()
  // One build for each entry: in a common one, chunks of the server may import a worker's entry, which would run it.
  const builds = Object.entries(ENTRIES).map(([name, file]) =>
    build({
      cwd: root,
      input: { [name]: file },
      platform: 'node',
      // Native code and data files stay in node_modules, and pg, which does not load from a bundle.
      // oidc-provider stays there too: it has packages that evaluate code, which a bundle would run in strict mode.
      external: Object.keys(shortlink.dependencies),
      resolve: { conditionNames: ['@shortlink/source', 'node', 'import', 'default'] },
      // The package does not say so itself, and a start would read its validators.
      treeshake: { moduleSideEffects: [{ test: /@modelcontextprotocol\/server/, sideEffects: false }] },
      transform: { define: { SHORTLINK_COMMIT: JSON.stringify(commit) } },
      output: {
        dir: made,
        format: 'esm',
        chunkFileNames: '[name]-[hash].js',
        // Every start reads the code.
        comments: { legal: true, annotation: false, jsdoc: false },
      },
      logLevel: 'warn',
    }),
  )
  // All have ended when this returns: the caller removes the folder that they write to.
  const failed = (await Promise.allSettled(builds)).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * The commit of the checkout, with `-dirty` when files differ from it. In an image, which has no checkout, the value of SHORTLINK_COMMIT;
 * otherwise empty.
 */
function currentCommit() {
  if (process.env.SHORTLINK_COMMIT) return process.env.SHORTLINK_COMMIT
  const args = [
    `--git-dir=${join(root, '.git')}`,
    `--work-tree=${root}`,
    'describe',
    '--always',
    '--dirty',
    '--abbrev=9',
    '--exclude=*',
  ]
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 }).trim()
  } catch {
    return ''
  }
}

/** Moves the build into the bundle. Entries get the time when the build started, so that a source edited meanwhile is newer. */
function replaceBundle(made, began, keepOld) {
  const isEntry = (file) => file.replace(/\.js$/, '') in ENTRIES
  // Move entries last, each atomically, so that a start meanwhile finds every chunk that its entry names.
  const files = readdirSync(made).sort((one, other) => Number(isEntry(one)) - Number(isEntry(other)))
  for (const file of files) {
    if (isEntry(file)) utimesSync(join(made, file), began, began)
    renameSync(join(made, file), join(BUNDLE, file))
  }
  const anyAge = Number.NEGATIVE_INFINITY
  removeOlder(BUNDLE, (file) => !files.includes(file), keepOld ? WEEK_MS : anyAge)
}

/** Removes the chosen files and folders that were last changed longer ago than that. */
function removeOlder(folder, isChosen, ageMs) {
  for (const file of readdirSync(folder).filter(isChosen)) {
    const path = join(folder, file)
    if (Date.now() - mtimeMs(path) > ageMs) rmSync(path, { recursive: true, force: true })
  }
}

/** A one-line description of the error and its location. */
function describeFailure(error) {
  if (error.code === 'ERR_MODULE_NOT_FOUND') {
    return 'not built, since rolldown is not installed ("npm ci" without --omit=dev installs it)'
  }
  const [first = error] = error.errors ?? []
  const [message] = stripVTControlCharacters(first.message).split('\n')
  const place = first.loc ? `${relative(root, first.loc.file)}:${first.loc.line}:${first.loc.column}: ` : ''
  return `the build failed: ${place}${message}`
}

const mtimeMs = (path) => statSync(path).mtimeMs
