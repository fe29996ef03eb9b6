import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import shortlink from '../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
/** Every entry and chunk lies in this one folder, so that a worker is found beside the file that starts it. */
const BUNDLE = join(root, 'hosts/dist/bundle')
const SOURCES = ['build', 'core', 'adapters', 'hosts']
const NOT_SOURCES = new Set(['dist', 'node_modules'])
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** The path of a bundled entry: `main` (the server) or `cli`. */
export const entry = (name) => join(BUNDLE, `${name}.js`)

/** Returns whether a source or the lock file is newer than the bundle, or there is no bundle. Takes about 10 ms. */
export function isStale() {
  const builtMs = statSync(entry('cli'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return (
    SOURCES.some((folder) => newestMs(join(root, folder)) > builtMs) ||
    mtimeMs(join(root, 'package-lock.json')) > builtMs
  )
}

const ENTRIES = {
  main: 'hosts/server/main.ts',
  cli: 'hosts/cli/main.ts',
  'hit-worker': 'hosts/parts/hit-worker.ts',
  'sql-worker': 'adapters/sqlite/sql-worker.ts',
}

/**
 * Bundles the server, its workers and the command line: a start reads a few files instead of several hundred. Returns the paths of the
 * files it wrote.
 */
export async function bundle() {
  const { build } = await import('rolldown')
  mkdirSync(BUNDLE, { recursive: true })
  const made = mkdtempSync(`${BUNDLE}-`)
  // One build for each entry: in a common one, chunks of the server may import a worker's entry, which would run it.
  await build(
    Object.entries(ENTRIES).map(([name, file]) => ({
      cwd: root,
      input: { [name]: file },
      platform: 'node',
      // Native code and data files stay in node_modules, and pg, which does not load from a bundle.
      external: Object.keys(shortlink.dependencies),
      resolve: { conditionNames: ['@shortlink/source', 'node', 'import', 'default'] },
      output: { dir: made, format: 'esm', chunkFileNames: '[name]-[hash].js' },
      logLevel: 'warn',
    })),
  )
  // Entries come last, each at once, so that a start meanwhile finds every chunk that its entry names.
  const isEntry = (file) => Object.keys(ENTRIES).includes(file.replace(/\.js$/, ''))
  const files = readdirSync(made).sort((one, other) => Number(isEntry(one)) - Number(isEntry(other)))
  for (const file of files) renameSync(join(made, file), join(BUNDLE, file))
  rmSync(made, { recursive: true })
  removeOldChunks()
  return files.map((file) => join(BUNDLE, file))
}

/** Removes chunks of earlier builds at once, for an archive. */
export function removeAllBut(files) {
  for (const file of readdirSync(BUNDLE))
    if (!files.includes(join(BUNDLE, file))) rmSync(join(BUNDLE, file), { recursive: true })
}

/** A running server loads parts of the bundle that it was started from, so a chunk stays for a week after the last build that wrote it. */
function removeOldChunks() {
  for (const file of readdirSync(BUNDLE)) {
    const path = join(BUNDLE, file)
    if (Date.now() - mtimeMs(path) > WEEK_MS) rmSync(path)
  }
}

/** The latest modification below a folder, folders included, since a removed file leaves no other trace. */
function newestMs(folder) {
  let newest = mtimeMs(folder)
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_SOURCES.has(item.name)) continue
    const path = join(folder, item.name)
    newest = Math.max(newest, item.isDirectory() ? newestMs(path) : mtimeMs(path))
  }
  return newest
}

const mtimeMs = (path) => statSync(path).mtimeMs
