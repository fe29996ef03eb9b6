/**
 * Checks that the lockfile contains every optional dependency that it names: npm installs from a lockfile that lacks an optional package,
 * and then refuses `npm ci`.
 */
import { readFileSync } from 'node:fs'

interface LockEntry {
  readonly optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> }

const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !isLocked(path, name))
    .map((name) => `${path || 'the root package'} wants ${name}, which the lockfile lacks`),
)

if (missing.length > 0) {
  console.error(missing.join('\n'))
  process.exit(1)
}

/** Searches like Node: in the package's own node_modules, then in each above it. */
function isLocked(path: string, name: string): boolean {
  if (`${path}${path && '/'}node_modules/${name}` in packages) return true
  return path !== '' && isLocked(path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name)
}
