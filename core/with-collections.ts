import type { Store } from './ports.ts'

type Collections = Omit<Store, 'atomic' | 'now' | 'ping' | 'close'>

/**
 * The store with some of its collections replaced, inside transactions too. `replace` is called for the store and for each transaction's
 * own store, and returns the new collections, made from those of the store it is given.
 */
export const withCollections = <S extends Store>(store: S, replace: (store: Store) => Partial<Collections>): S => ({
  ...store,
  ...replace(store),
  atomic: (work) => store.atomic((inner) => work(withCollections(inner, replace))),
})
