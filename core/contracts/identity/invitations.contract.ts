import { errAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../ports.ts'
import type { Capabilities } from '../capabilities.ts'
import { NOON, times, unique } from '../samples.ts'

export const invitationsContract = (
  store: () => Pick<Store, 'atomic' | 'invitations'>,
  { atomic = true }: Partial<Capabilities> = {},
) =>
  describe('invitations', () => {
    const expiresAt = NOON + 1000
    async function newInvitation() {
      const digest = unique()
      await store().invitations.add({ digest, createdAt: NOON, expiresAt })
      return digest
    }

    it('an invitation is spent once, by one of twenty concurrent callers', async () => {
      const digest = await newInvitation()
      expect(await store().invitations.has(digest, NOON)).toBe(true)
      const spent = await Promise.all(times(20, () => store().invitations.spend(digest, NOON)))
      expect(spent.filter(Boolean)).toHaveLength(1)
      expect(await store().invitations.has(digest, NOON)).toBe(false)
    })

    it('an expired or unknown invitation is not found, and the next new one deletes it', async () => {
      const digest = await newInvitation()
      for (const [code, at] of [
        [digest, expiresAt],
        [digest.toUpperCase(), NOON],
        [unique(), NOON],
      ] as const) {
        expect(await store().invitations.has(code, at)).toBe(false)
        expect(await store().invitations.spend(code, at)).toBe(false)
      }
      await store().invitations.add({ digest: unique(), createdAt: expiresAt, expiresAt: expiresAt + 1 })
      expect(await store().invitations.has(digest, NOON)).toBe(false)
    })

    it.skipIf(!atomic)('a transaction that fails spends no invitation', async () => {
      const digest = await newInvitation()
      await store().atomic((store) =>
        ResultAsync.fromSafePromise(store.invitations.spend(digest, NOON)).andThen(() => errAsync('failed')),
      )
      expect(await store().invitations.spend(digest, NOON)).toBe(true)
    })
  })
