import type { Store } from './ports.ts'

type Collections = Omit<Store, 'atomic' | 'insertAlone' | 'now' | 'ping' | 'close'>

const DECIDE_ALONE = ['links', 'webhooks', 'outbox', 'subscriptions', 'audit'] as const

/**
 * The store with some of its collections replaced, inside transactions too. `replace` runs for the store and for each transaction's own
 * store, and returns the new collections, built from the given store's. The store may be an instance of a class.
 * @example
 * ```ts
 * import { withCollections } from '@shortlink/core/adapter'
 * import { openShortlink } from '@shortlink/hosts'
 *
 * const { close } = await openShortlink({ DATA_DIR: './data' }, (root) =>
 *   root.decorate('store', (store) =>
 *     withCollections(store, ({ users }) => ({
 *       users: { ...users, insert: (account) => users.insert({ ...account, name: account.name.trim() }) },
 *     })),
 *   ),
 * )
 * await close()
 * ```
 */
export function withCollections<S extends Store>(store: S, replace: (store: Store) => Partial<Collections>): S {
  const replaced = replace(store)
  const own: Partial<Store> = {
    ...replaced,
    // `insertAlone` of the store checks its original collections, so do not use it when one of these is replaced.
    ...(DECIDE_ALONE.some((name) => replaced[name] !== undefined) && { insertAlone: undefined }),
    atomic: (work) => store.atomic((inner) => work(withCollections(inner, replace))),
  }
  return new Proxy(store, {
    get(_, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof Store]
      const member: unknown = Reflect.get(store, name)
      // A method of a class may use private members, which only the store itself has.
      return typeof member === 'function' ? member.bind(store) : member
    },
  })
}
