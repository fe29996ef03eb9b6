import { openMemoryStore } from '@shortlink/adapters/memory'
import type { Store } from '@shortlink/core'
import { withCollections } from '@shortlink/core/adapter'
import { errAsync, ok, ResultAsync } from 'neverthrow'
import { expect, it } from 'vitest'
import { aLink } from '../../core/contracts/samples.ts'

/** A memory store that counts added revocations. */
function countedStore() {
  let added = 0
  const store = withCollections(openMemoryStore(), ({ revokedTokens }) => ({
    revokedTokens: {
      ...revokedTokens,
      add(token, expiresAt) {
        added += 1
        return revokedTokens.add(token, expiresAt)
      },
    },
  }))
  return { store, added: () => added }
}

it('a replaced collection is used outside, inside and in nested transactions', async () => {
  const { store, added } = countedStore()
  await store.revokedTokens.add('outside', 1)
  await store.atomic((store) =>
    ResultAsync.fromSafePromise(store.revokedTokens.add('inside', 1)).andThen(() =>
      store.atomic((store) => ResultAsync.fromSafePromise(store.revokedTokens.add('deeper', 1))),
    ),
  )
  expect(added()).toBe(3)
  expect(await store.revokedTokens.has('deeper')).toBe(true)
})

it('a replaced collection takes part in the rollback of a transaction', async () => {
  const { store } = countedStore()
  await store.atomic((store) =>
    ResultAsync.fromSafePromise(store.revokedTokens.add('undone', 1)).andThen(() => errAsync('no')),
  )
  expect(await store.revokedTokens.has('undone')).toBe(false)
})

it('the store may be an instance of a class with private members', async () => {
  class ClassStore {
    readonly #inner = openMemoryStore()
    readonly linkFeed = this.#inner.linkFeed
    readonly revokedTokens = this.#inner.revokedTokens
    atomic: Store['atomic'] = (work) => this.#inner.atomic(work)
    async ping() {
      await this.#inner.ping()
      return 'answered'
    }
  }
  const store = withCollections(new ClassStore() as unknown as Store, ({ linkFeed }) => ({ linkFeed: { ...linkFeed } }))
  expect(await store.ping()).toBe('answered')
  expect(await store.revokedTokens.has('none')).toBe(false)
})

it.each(['links', 'webhooks', 'outbox', 'subscriptions'] as const)(
  'with %s replaced no link is inserted without regard to them, inside a transaction either',
  async (name) => {
    const memory = openMemoryStore()
    const store = withCollections(memory, (store) => ({ [name]: store[name] }))
    expect(await store.insertAlone(aLink())).toBe(false)
    const inside = store.atomic((store) => ResultAsync.fromSafePromise(store.insertAlone(aLink())))
    expect(await inside).toEqual(ok(false))
    expect(await countedStore().store.insertAlone(aLink())).toBe(true)
  },
)
