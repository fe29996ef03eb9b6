import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../ports.ts'
import { anAccount, done, times } from '../samples.ts'

/**
 * `Users.insertFirst` and `isEmpty`. Each test needs an empty database, so `open` opens a store on a new one; `openReplica` opens a
 * second store on the database that was opened last, where servers can share one.
 */
export const firstAccountContract = (open: () => Promise<Store>, openReplica?: () => Promise<Store>) =>
  describe('the first account', () => {
    let store: Store
    let replica: Store | undefined

    beforeAll(async () => {
      store = await open()
      replica = await openReplica?.()
    })
    afterAll(async () => {
      await replica?.close()
      await store?.close()
    })

    it('one of twenty concurrent first accounts is inserted, over all replicas, and again once it is deleted', async () => {
      for (const _ of times(2, () => {})) {
        expect(await store.users.isEmpty()).toBe(true)
        const results = await Promise.all(
          times(20, (n) => (n % 2 ? (replica ?? store) : store).users.insertFirst(anAccount())),
        )
        const [winner, ...others] = results.filter((result) => result.isOk()).map((result) => result._unsafeUnwrap())
        expect(others).toEqual([])
        expect(winner && (await store.users.find(winner.id))).toEqual(winner)
        expect(results.find((result) => result.isErr())?._unsafeUnwrapErr()).toEqual({ type: 'sign-up-closed' })
        expect(await (replica ?? store).users.isEmpty()).toBe(false)
        expect(winner && (await store.users.delete(winner.id))).toBe(true)
      }
    })

    it('no account is the first beside one that was inserted otherwise, and a failed transaction leaves none', async () => {
      const account = await done(store.users.insert(anAccount()))
      expect((await store.users.insertFirst(anAccount()))._unsafeUnwrapErr()).toEqual({ type: 'sign-up-closed' })
      await store.users.delete(account.id)
      const failed = store.atomic((inner) =>
        inner.users.insertFirst(anAccount()).andThen(() => inner.users.insertFirst(account)),
      )
      expect((await failed)._unsafeUnwrapErr()).toEqual({ type: 'sign-up-closed' })
      expect(await store.users.isEmpty()).toBe(true)
    })
  })
