import { errAsync, ok, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { IdempotencyClaim } from '../idempotency/idempotency-keys.port.ts'
import type { Store } from '../ports.ts'
import type { Capabilities } from './capabilities.ts'
import { aClaim, done, NOON, newOwner, ODD_TEXTS, times } from './samples.ts'

export const idempotencyKeysContract = (
  store: () => Pick<Store, 'atomic' | 'idempotencyKeys' | 'users'>,
  { atomic = true }: Partial<Capabilities> = {},
) =>
  describe.skipIf(!atomic)('idempotency keys', () => {
    const newClaim = async (given: Partial<IdempotencyClaim> = {}) => aClaim(await newOwner(store()), given)

    /** Claims the key and stores the outcome if it was free. Returns the existing record. */
    const claimAndKeep = (claim: IdempotencyClaim, outcome: string, expired = 0) =>
      done(
        store().atomic((store) =>
          ResultAsync.fromSafePromise(store.idempotencyKeys.claim(claim, expired)).andThen((kept) =>
            kept
              ? ok(kept)
              : ResultAsync.fromSafePromise(store.idempotencyKeys.keep(claim, outcome)).map(() => undefined),
          ),
        ),
      )

    it('the first claim gets the key, and later ones get its outcome', async () => {
      const claim = await newClaim()
      expect(await claimAndKeep(claim, '{"ok":1}')).toBeUndefined()
      const kept = { fingerprint: claim.fingerprint, outcome: '{"ok":1}' }
      expect(await claimAndKeep(claim, '{"ok":2}')).toEqual(kept)
      const later = { ...claim, fingerprint: 'other', at: NOON + 1 }
      expect(await claimAndKeep(later, '{"ok":3}')).toEqual(kept)
    })

    it.each(ODD_TEXTS)('a key and an outcome are stored unchanged: %j', async (text) => {
      const claim = await newClaim({ key: `key ${text}` })
      const outcome = JSON.stringify({ ok: text })
      await claimAndKeep(claim, outcome)
      expect(await claimAndKeep(claim, '{}')).toEqual({ fingerprint: claim.fingerprint, outcome })
    })

    it('the same text is another key for another caller or operation, and in another case', async () => {
      const claim = await newClaim()
      const others = [
        { ...claim, caller: await newOwner(store()) },
        { ...claim, operation: 'deleteLinks' },
        { ...claim, key: claim.key.toUpperCase() },
      ]
      for (const [index, one] of [claim, ...others].entries()) {
        expect(await claimAndKeep(one, `{"ok":${index}}`)).toBeUndefined()
      }
      for (const [index, one] of [claim, ...others].entries()) {
        expect(await claimAndKeep(one, '{}')).toMatchObject({ outcome: `{"ok":${index}}` })
      }
    })

    it('a second claim waits until the first transaction ends, and gets its outcome', async () => {
      const claim = await newClaim()
      const [claimed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const events: string[] = []
      const first = done(
        store().atomic((store) =>
          ResultAsync.fromSafePromise(
            (async () => {
              expect(await store.idempotencyKeys.claim(claim, 0)).toBeUndefined()
              claimed.resolve()
              await released.promise
              events.push('first keeps')
              await store.idempotencyKeys.keep(claim, '{"ok":1}')
            })(),
          ),
        ),
      )
      await claimed.promise
      const second = claimAndKeep(claim, '{"ok":2}').then((kept) => {
        events.push('second gets the outcome')
        return kept
      })
      released.resolve()
      await first
      expect(await second).toEqual({ fingerprint: claim.fingerprint, outcome: '{"ok":1}' })
      expect(events).toEqual(['first keeps', 'second gets the outcome'])
    })

    it('only one of twenty concurrent claims gets the key', async () => {
      const claim = await newClaim()
      const results = await Promise.all(times(20, (n) => claimAndKeep({ ...claim, at: NOON + n }, `{"ok":${n}}`)))
      expect(results.filter((kept) => kept === undefined)).toHaveLength(1)
      expect(new Set(results.filter((kept) => kept !== undefined).map((kept) => kept.outcome)).size).toBe(1)
    })

    it('a key whose claim was rolled back is free', async () => {
      const claim = await newClaim()
      const failed = await store().atomic((store) =>
        ResultAsync.fromSafePromise(store.idempotencyKeys.claim(claim, 0))
          .andThen(() => ResultAsync.fromSafePromise(store.idempotencyKeys.keep(claim, '{"ok":1}')))
          .andThen(() => errAsync('undone')),
      )
      expect(failed._unsafeUnwrapErr()).toBe('undone')
      expect(await claimAndKeep(claim, '{"ok":2}')).toBeUndefined()
      expect(await claimAndKeep(claim, '{}')).toMatchObject({ outcome: '{"ok":2}' })
    })

    it('an expired record is replaced, by only one of ten concurrent claims', async () => {
      const claim = await newClaim()
      await claimAndKeep(claim, '{"ok":1}')
      expect(await claimAndKeep(claim, '{}', NOON)).toMatchObject({ outcome: '{"ok":1}' })
      const later = { ...claim, fingerprint: 'later', at: NOON + 1 }
      const results = await Promise.all(times(10, () => claimAndKeep(later, '{"ok":2}', NOON + 1)))
      expect(results.filter((kept) => kept === undefined)).toHaveLength(1)
      expect(await claimAndKeep(later, '{}', NOON + 1)).toEqual({ fingerprint: 'later', outcome: '{"ok":2}' })
    })

    it('find returns the outcome that is stored and not expired, and leaves a free key free', async () => {
      const claim = await newClaim()
      const find = (expired = 0) => store().idempotencyKeys.find(claim, expired)
      expect(await find()).toBeUndefined()
      expect(await claimAndKeep(claim, '{"ok":1}')).toBeUndefined()
      expect(await find(NOON)).toEqual({ fingerprint: claim.fingerprint, outcome: '{"ok":1}' })
      expect(await find(NOON + 1)).toBeUndefined()
      const others = [
        { caller: await newOwner(store()) },
        { operation: 'deleteLinks' },
        { key: claim.key.toUpperCase() },
      ]
      for (const other of others) {
        expect(await store().idempotencyKeys.find({ ...claim, ...other }, 0)).toBeUndefined()
      }
    })

    it('forget removes records before an instant, and no others', async () => {
      // Long before the records of other suites, which may share the database.
      const [old, young] = [await newClaim({ at: 999 }), await newClaim({ at: 1000 })]
      for (const claim of [old, young]) await claimAndKeep(claim, '{"ok":1}')
      expect(await store().idempotencyKeys.forget(1000)).toBeGreaterThanOrEqual(1)
      expect(await claimAndKeep(old, '{"ok":2}')).toBeUndefined()
      expect(await claimAndKeep(young, '{"ok":2}')).toMatchObject({ outcome: '{"ok":1}' })
    })
  })
