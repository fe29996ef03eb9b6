import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package.json', import.meta.url))

/**
 * Makes npm pack the dependencies into the tarball. They are declared only while packing: for bundled packages `npm ci` ignores
 * `allowScripts`, and compiles better-sqlite3 although the package contains its prebuilt file.
 */
export const declareBundled = () =>
  change((manifest) => ({ ...manifest, bundleDependencies: Object.keys(manifest.dependencies) }))

/** Removes the declaration, even after a run that was killed. */
export const withdrawBundled = () => change(({ bundleDependencies: _, ...manifest }) => manifest)

/** @param {(manifest: Record<string, any>) => object} work */
function change(work) {
  const text = readFileSync(file, 'utf8')
  const changed = `${JSON.stringify(work(JSON.parse(text)), null, 2)}\n`
  if (changed !== text) writeFileSync(file, changed)
}
