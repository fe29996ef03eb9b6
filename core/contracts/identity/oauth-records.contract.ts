import { describe, expect, it } from 'vitest'
import { CONNECTED_APP } from '../../identity/apps/connected-app.ts'
import type { OAuthRecord } from '../../identity/apps/oauth-records.port.ts'
import type { Store } from '../../ports.ts'
import { NOON, newOwner, times, unique } from '../samples.ts'

export const oauthRecordsContract = (store: () => Pick<Store, 'oauthRecords' | 'users'>) =>
  describe('records of the authorization server', () => {
    const records = () => store().oauthRecords
    const newRecord = async (given: Partial<OAuthRecord> = {}): Promise<OAuthRecord> => {
      const sample = { kind: 'Code', id: unique(), grantId: null, uid: null, expiresAt: NOON, payload: '{"a":"ä"}' }
      const record = { ...sample, ...given }
      await records().put(record)
      return { ...record, consumedAt: null }
    }

    it('a record is found by its kind and its whole id', async () => {
      const record = await newRecord({ id: `Id${unique()}`, grantId: unique(), uid: unique() })
      expect(await records().find('Code', record.id)).toEqual(record)
      for (const id of ['', '%', record.id.toLowerCase(), `${record.id} `])
        expect(await records().find('Code', id)).toBeUndefined()
      expect(await records().find('Token', record.id)).toBeUndefined()
    })

    it('a second put replaces all but the use', async () => {
      const { id } = await newRecord({ grantId: unique() })
      await records().consume('Code', id, 5)
      const second = await newRecord({ id, uid: unique(), expiresAt: null, payload: '{}' })
      expect(await records().find('Code', id)).toEqual({ ...second, consumedAt: 5 })
    })

    it('one of ten concurrent calls adds a record, and none replaces it', async () => {
      const id = unique()
      const sample = { kind: 'Code', id, grantId: null, uid: null, expiresAt: NOON, payload: '' }
      const added = await Promise.all(times(10, (index) => records().add({ ...sample, payload: `${index}` })))
      expect(added.filter(Boolean)).toHaveLength(1)
      expect(await records().find('Code', id)).toEqual({
        ...sample,
        payload: `${added.indexOf(true)}`,
        consumedAt: null,
      })
    })

    it('exactly one of ten racing exchanges uses up a record', async () => {
      const { id } = await newRecord()
      const won = await Promise.all(times(10, () => records().consume('Code', id, NOON)))
      expect(won.filter(Boolean)).toHaveLength(1)
      expect((await records().find('Code', id))?.consumedAt).toBe(NOON)
      expect(await records().consume('Code', unique(), NOON)).toBe(false)
    })

    it('revoking a grant removes its records of all kinds, and no others', async () => {
      const grantId = unique()
      const [code, token] = [await newRecord({ grantId }), await newRecord({ kind: 'Token', grantId })]
      const others = [await newRecord(), await newRecord({ grantId: unique() })]
      await records().revokeGrant(grantId)
      expect(await records().find('Code', code.id)).toBeUndefined()
      expect(await records().find('Token', token.id)).toBeUndefined()
      for (const other of others) expect(await records().find('Code', other.id)).toEqual(other)
    })

    it('records of a second key are listed by kind, the last to expire first', async () => {
      const uid = unique()
      const early = await newRecord({ uid, expiresAt: NOON })
      const late = await newRecord({ uid, expiresAt: NOON + 1 })
      await newRecord({ uid, kind: 'Token' })
      await newRecord({ uid: unique() })
      expect(await records().listByUid('Code', uid)).toEqual([late, early])
    })

    it('an expiration moves only to later', async () => {
      const [timed, endless] = [await newRecord(), await newRecord({ expiresAt: null })]
      const expiry = async (id: string) => (await records().find('Code', id))?.expiresAt
      await records().prolong('Code', timed.id, NOON - 1)
      expect(await expiry(timed.id)).toBe(NOON)
      await records().prolong('Code', timed.id, NOON + 1)
      expect(await expiry(timed.id)).toBe(NOON + 1)
      await records().prolong('Code', endless.id, NOON)
      expect(await expiry(endless.id)).toBeNull()
    })

    it('one of ten concurrent calls removes a record', async () => {
      const { id } = await newRecord()
      const removed = await Promise.all(times(10, () => records().remove('Code', id)))
      expect(removed.filter(Boolean)).toHaveLength(1)
    })

    it('expired records are deleted, and with an account the grants of its apps', async () => {
      const [expired, endless] = [await newRecord({ expiresAt: 999 }), await newRecord({ expiresAt: null })]
      await records().forget(1000)
      expect(await records().find('Code', expired.id)).toBeUndefined()
      expect(await records().find('Code', endless.id)).toEqual(endless)
      const [owner, grantId] = [await newOwner(store()), unique()]
      await newRecord({ kind: CONNECTED_APP, id: grantId, grantId, uid: owner })
      const token = await newRecord({ kind: 'Token', grantId })
      await store().users.delete(owner)
      expect(await records().find(CONNECTED_APP, grantId)).toBeUndefined()
      expect(await records().find('Token', token.id)).toBeUndefined()
    })
  })
