import { openMemoryStore } from '@shortlink/adapters/memory'
import type { Store } from '@shortlink/core'
import { storeContract } from '@shortlink/core/contracts'
import { describe } from 'vitest'

/** A store that keeps the work of `atomic` also when it fails. */
function withoutUndo(): Store {
  const rest = openMemoryStore()
  const store: Store = { ...rest, atomic: (work) => work(store) }
  return store
}

/** A store whose lists are the same for any search. */
function withoutSearch(): Store {
  const rest = openMemoryStore()
  return { ...rest, links: { ...rest.links, list: (owner, { search: _, ...page }) => rest.links.list(owner, page) } }
}

const sizes = { links: 100, hits: 100 }

for (const [name, open, lacking] of [
  ['whole', openMemoryStore, {}],
  ['without undo', withoutUndo, { atomic: false }],
  ['without search', withoutSearch, { search: false }],
] as const) {
  describe(`a store ${name} that says so`, () => {
    storeContract(async () => open(), { sizes, capabilities: lacking })
  })
}
describe('a store without undo that claims it', () => {
  storeContract(async () => withoutUndo(), { sizes })
})
describe('a store without search that claims it', () => {
  storeContract(async () => withoutSearch(), { sizes })
})
describe('a whole store that denies undo', () => {
  storeContract(async () => openMemoryStore(), { sizes, capabilities: { atomic: false } })
})
describe('a whole store that denies search', () => {
  storeContract(async () => openMemoryStore(), { sizes, capabilities: { search: false } })
})
