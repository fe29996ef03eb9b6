import { createRequire } from 'node:module'

/** The version of the packages, which move together. */
export const VERSION: string = createRequire(import.meta.url)(
  import.meta.url.endsWith('.ts') ? './package.json' : '../package.json',
).version
