/** Runs before a server and makes it the next version: its schema has one more migration. */
import { registerHooks } from 'node:module'

const PRESENT = '/adapters/sql/migrations/index.ts'
const NEXT = new URL('./next-migrations.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return found.url.endsWith(PRESENT) && context.parentURL !== NEXT ? { ...found, url: NEXT } : found
  },
})
