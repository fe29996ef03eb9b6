import { okAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import { aLink } from './samples.ts'

const STRANGER = '00000000-0000-4000-8000-000000000000' as UserId
/** More than a store runs at a time, so that most of them wait. */
const CALLS = 60

/** Closing a store. Each test calls `open` once and closes the store that it opened. */
export const closingContract = (open: () => Promise<Store>) =>
  describe('closing', () => {
    it('every call that waits while the store closes is done or refused at once, because the store is closed', async () => {
      const store = await open()
      const calls = Array.from({ length: CALLS }, () => [
        store.links.insert(aLink()),
        store.links.list(STRANGER, { skip: 0, take: 10 }),
        store.links.findBySlug('', 'nothing'),
        store.atomic((store) => store.links.insert(aLink())),
      ]).flat()
      const closing = store.close()
      const outcomes = await Promise.allSettled(calls)
      await closing
      // A call that timed out in the queue has another reason.
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
      for (const { reason } of refused) expect(reason.message).toContain('The store is closed')
    })

    it('a transaction under way is finished before the store is closed', async () => {
      const store = await open()
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const { promise: closes, resolve: close } = Promise.withResolvers<void>()
      const done: string[] = []
      const transaction = store
        .atomic((store) =>
          store.links
            .insert(aLink())
            .andTee(() => begin())
            .andThen(() => ResultAsync.fromSafePromise(closes))
            .andThen(() => store.links.insert(aLink())),
        )
        .andTee(() => done.push('committed'))
      await begun
      const closing = store.close().then(() => done.push('closed'))
      close()
      expect((await transaction).isOk()).toBe(true)
      await closing
      expect(done).toEqual(['committed', 'closed'])
    })

    it.each<[what: string, call: (store: Store) => Promise<unknown> | ResultAsync<unknown, unknown>]>([
      ['write', (store) => store.links.insert(aLink())],
      ['list', (store) => store.links.list(STRANGER, { skip: 0, take: 10 })],
      ['lookup', (store) => store.links.findBySlug('', 'nothing')],
      ['transaction', (store) => store.atomic(() => okAsync(undefined))],
      ['ping', (store) => store.ping()],
    ])('a %s after the store has closed is refused, because the store is closed', async (_what, call) => {
      const store = await open()
      await store.links.findBySlug('', 'nothing')
      await store.close()
      await expect((async () => call(store))()).rejects.toThrow('The store is closed')
    })
  })
