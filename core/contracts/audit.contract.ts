import { errAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { NumberedEntry } from '../audit/audit-log.port.ts'
import type { Store } from '../ports.ts'
import type { Capabilities } from './capabilities.ts'
import { anAuditEntry, NOON, newOwner, times } from './samples.ts'

const HOUR_MS = 60 * 60 * 1000

export const auditContract = (
  store: () => Pick<Store, 'atomic' | 'audit' | 'removals' | 'users'>,
  { atomic = true }: Partial<Capabilities> = {},
) =>
  describe('audit log', () => {
    const add = async (...entries: AuditEntry[]) => {
      await store().audit.add(entries)
      return entries
    }
    const withoutNumber = ({ no: _, ...entry }: NumberedEntry) => entry
    const list = async (owner: AuditEntry['owner'], query: Partial<Parameters<Store['audit']['list']>[1]> = {}) =>
      (await store().audit.list(owner, { take: 100, ...query })).map(withoutNumber)

    it('an account’s entries are returned whole, newest first, and to no other account', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      const bare = anAuditEntry(owner, { changed: [], requestId: null, network: null })
      const [first, second] = await add(bare, anAuditEntry(owner), anAuditEntry(other))
      const [third] = await add(anAuditEntry(owner, { at: NOON - 1 }))
      expect(await list(owner)).toEqual([third, second, first])
      expect(await list(other)).toHaveLength(1)
    })

    it('a page continues before a position, in the order in which the entries were added', async () => {
      const owner = await newOwner(store())
      const entries = await add(...times(7, () => anAuditEntry(owner)))
      const first = await store().audit.list(owner, { take: 3 })
      const rest = await store().audit.list(owner, { take: 100, before: first.at(-1)?.no })
      expect([...first, ...rest].map(withoutNumber)).toEqual(entries.toReversed())
      expect(first).toHaveLength(3)
    })

    it('filters select by action, actor, record and time', async () => {
      const owner = await newOwner(store())
      const [plain, deleted, byKey, ofLink, late] = await add(
        anAuditEntry(owner),
        anAuditEntry(owner, { action: 'deleteLink' }),
        anAuditEntry(owner, { actor: 'key:one' }),
        anAuditEntry(owner, { targetId: 'two' }),
        anAuditEntry(owner, { at: NOON + HOUR_MS }),
      )
      expect(await list(owner, { action: 'deleteLink' })).toEqual([deleted])
      expect(await list(owner, { actor: 'key:one' })).toEqual([byKey])
      expect(await list(owner, { targetId: 'two' })).toEqual([ofLink])
      expect(await list(owner, { from: NOON + HOUR_MS })).toEqual([late])
      expect(await list(owner, { from: NOON, to: NOON + HOUR_MS })).toEqual([ofLink, byKey, deleted, plain])
      expect(await list(owner, { action: 'deleteLink', actor: 'key:one' })).toEqual([])
    })

    it('forget deletes entries from before the instant, however many', async () => {
      const owner = await newOwner(store())
      // Entries of other tests are all later.
      const old = NOON - 1000 * HOUR_MS
      await add(...times(1000, () => anAuditEntry(owner, { at: old })))
      const [kept, late] = [anAuditEntry(owner, { at: old + 1 }), anAuditEntry(owner, { at: old })]
      await add(kept, late)
      let deleted = 0
      for await (const step of store().audit.forget(old + 1)) deleted += step
      expect(deleted).toBe(1001)
      expect(await list(owner)).toEqual([kept])
    })

    it('entries are deleted with their account, and those of others stay', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      await add(...times(450, () => anAuditEntry(owner)), anAuditEntry(other))
      await store().users.delete(owner, null)
      for await (const _ of store().removals.run());
      expect(await list(owner)).toEqual([])
      expect(await list(other)).toHaveLength(1)
    })

    it.skipIf(!atomic)('entries of a transaction that fails are not stored', async () => {
      const owner = await newOwner(store())
      await store().atomic((store) =>
        ResultAsync.fromSafePromise(store.audit.add([anAuditEntry(owner)])).andThen(() => errAsync('failed')),
      )
      expect(await list(owner)).toEqual([])
    })
  })
