import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The shared version of all packages. */
const packageVersion: string = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')).version

/** The build replaces it by the commit; sources that run without a build have none. */
declare const SHORTLINK_COMMIT: string | undefined
const commit = typeof SHORTLINK_COMMIT === 'string' ? SHORTLINK_COMMIT : ''

/** The version of the packages with the commit as build metadata (semver.org), such as `0.2.0+044735c8b`, or without if it is unknown. */
export const VERSION = commit ? `${packageVersion}+${commit}` : packageVersion
