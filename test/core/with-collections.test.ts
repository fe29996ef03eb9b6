import { openMemoryStore } from '@shortlink/adapters/memory'
import { withCollections } from '@shortlink/core/adapter'
import type { Store } from '@shortlink/core/ports'
import { errAsync, ResultAsync } from 'neverthrow'
import { expect, it } from 'vitest'

/** A memory store that counts added revocations. */
function countedStore() {
  let added = 0
  const store = withCollections(openMemoryStore(), ({ sessions }) => ({
    sessions: {
      ...sessions,
      revoke(token, expiresAt) {
        added += 1
        return sessions.revoke(token, expiresAt)
      },
    },
  }))
  return { store, added: () => added }
}

it('a replaced collection is used outside, inside and in nested transactions', async () => {
  const { store, added } = countedStore()
  await store.sessions.revoke('outside', 1)
  await store.atomic((store) =>
    ResultAsync.fromSafePromise(store.sessions.revoke('inside', 1)).andThen(() =>
      store.atomic((store) => ResultAsync.fromSafePromise(store.sessions.revoke('deeper', 1))),
    ),
  )
  expect(added()).toBe(3)
  expect((await store.sessions.find('deeper')).isRevoked).toBe(true)
})

it('a replaced collection takes part in the rollback of a transaction', async () => {
  const { store } = countedStore()
  await store.atomic((store) =>
    ResultAsync.fromSafePromise(store.sessions.revoke('undone', 1)).andThen(() => errAsync('no')),
  )
  expect((await store.sessions.find('undone')).isRevoked).toBe(false)
})

it('the store may be an instance of a class with private members', async () => {
  class ClassStore {
    readonly #inner = openMemoryStore()
    readonly linkFeed = this.#inner.linkFeed
    readonly sessions = this.#inner.sessions
    atomic: Store['atomic'] = (work) => this.#inner.atomic(work)
    async ping() {
      await this.#inner.ping()
      return 'answered'
    }
  }
  const store = withCollections(new ClassStore() as unknown as Store, ({ linkFeed }) => ({ linkFeed: { ...linkFeed } }))
  expect(await store.ping()).toBe('answered')
  expect((await store.sessions.find('none')).isRevoked).toBe(false)
})

it.each(['links', 'webhooks', 'outbox', 'subscriptions', 'audit'] as const)(
  'with %s replaced the store has no faster path that would pass it by',
  (name) => {
    const store: Store = { ...openMemoryStore(), insertAlone: async () => true }
    expect(withCollections(store, (store) => ({ [name]: store[name] })).insertAlone).toBeUndefined()
    expect(withCollections(store, ({ sessions }) => ({ sessions })).insertAlone).toBeDefined()
  },
)
