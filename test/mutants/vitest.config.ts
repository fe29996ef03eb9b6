import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import { suite } from '../vitest.config.ts'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The tests that are asked whether they notice a mutant: those of the area, over the memory store. */
export default mergeConfig(suite(process.env.MUTANTS_TESTS?.split(' ') ?? [], { pure: true }), {
  // What is mutated where modules are loaded takes modules that are loaded anew.
  test: { isolate: true },
  resolve: {
    // The mutants are in a copy of the sources, and links in node_modules lead to the original.
    alias: [
      { find: /^@shortlink\/core$/, replacement: here('core/index.ts') },
      { find: /^@shortlink\/core\/ports$/, replacement: here('core/port-types.ts') },
      { find: /^@shortlink\/core\/(adapter|host)$/, replacement: here('core/$1.ts') },
      { find: /^@shortlink\/core\/contracts$/, replacement: here('core/contracts/index.ts') },
      { find: /^@shortlink\/adapters\/([a-z]+)$/, replacement: here('adapters/$1/index.ts') },
    ],
  },
})
