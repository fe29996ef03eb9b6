import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The version of the packages, which is the same for all of them. */
const packageVersion: string = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')).version

/** The build replaces it by the commit; sources that run without a build have none. */
declare const SHORTLINK_COMMIT: string | undefined
const commit = typeof SHORTLINK_COMMIT === 'string' ? SHORTLINK_COMMIT : ''

/** The version of the packages with the commit as build metadata (semver.org), such as `0.2.0+044735c8b`, or without where it is unknown. */
export const VERSION = commit ? `${packageVersion}+${commit}` : packageVersion
