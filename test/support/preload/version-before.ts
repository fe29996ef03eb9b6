/** Runs before a server and makes it read and write links like version 0.1.0, which has neither limits nor passwords. */
import { registerHooks } from 'node:module'

const PRESENT = '/adapters/sql/links/links.ts'
const BEFORE = new URL('./version-before-links.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return found.url.endsWith(PRESENT) && context.parentURL !== BEFORE ? { ...found, url: BEFORE } : found
  },
})
