import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { newestMs } from './files.js'
import { worldMap } from './world-map.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = join(root, 'hosts/dash')
/** Next to the bundle, so that the tarball and the image include both. */
const BUILT = join(root, 'hosts/dist/dash')

/** Returns whether a source of the dashboard or the lock file is newer than its build. */
export function isDashStale() {
  const builtMs = statSync(join(BUILT, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const shared = [
    'core',
    'hosts/http/pages',
    'hosts/import',
    'build/dash.js',
    'build/world-map.js',
    'package-lock.json',
  ]
  const sources = [SOURCES, ...shared.map((path) => join(root, path))]
  return sources.some((path) => newestMs(path) > builtMs)
}

/**
 * Builds the dashboard with vite, and compresses each of its files by Brotli and gzip, since a server would need half a second for that.
 * The previous build stays until this one is complete.
 */
export async function buildDash() {
  mkdirSync(dirname(BUILT), { recursive: true })
  const made = mkdtempSync(`${BUILT}-`)
  try {
    const began = new Date()
    await inProduction(async () => (await import('vite')).build(viteConfig(made)))
    await compressAll(made)
    // A source that was edited meanwhile is newer.
    utimesSync(join(made, 'index.html'), began, began)
    // Only the builder can read temporary folders; the server may run as another user.
    chmodSync(made, 0o755)
    rmSync(BUILT, { recursive: true, force: true })
    renameSync(made, BUILT)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Runs the work with `NODE_ENV=production`: with the value of tests vite builds larger files, which contain the paths of the sources. */
async function inProduction(work) {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await work()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/** The one configuration of vite, for builds into a folder and for `npm run dev:dash`. */
export const viteConfig = (outDir) => ({
  root: SOURCES,
  configFile: false,
  base: '/dash/',
  logLevel: 'warn',
  // Outside of the sources, since their age is compared.
  cacheDir: join(root, 'node_modules/.cache/vite'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [worldMap()],
  resolve: { conditions: ['@shortlink/source', 'module', 'browser', 'import', 'default'] },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    // A data URL in a style sheet would need a separate policy; files are cached for a year anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All styles together are small: one file less before the first page, and none before the later ones.
    cssCodeSplit: false,
    // One file contains everything for the first page, even if later pages need it too.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    target: ['chrome125', 'firefox125', 'safari17.5'],
  },
})

async function compressAll(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const bytes = readFileSync(path)
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI_FOR_TEXT))
      writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

const BROTLI_FOR_TEXT = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
