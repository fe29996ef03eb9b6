import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The version of the packages, which is the same for all of them. */
export const VERSION: string = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')).version
