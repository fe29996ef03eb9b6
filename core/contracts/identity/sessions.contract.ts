import { describe, expect, it } from 'vitest'
import { MAX_SESSIONS, type SessionRecord } from '../../identity/sessions/sessions.port.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Store } from '../../ports.ts'
import { NOON, newOwner, times, unique } from '../samples.ts'

const DAY_MS = 86_400_000

const aSession = (owner: UserId, given: Partial<SessionRecord> = {}): SessionRecord => ({
  id: crypto.randomUUID(),
  owner,
  epoch: 0,
  createdAt: NOON,
  expiresAt: NOON + 7 * DAY_MS,
  lastUsedAt: NOON,
  browser: 'Firefox',
  os: 'Linux',
  network: '192.0.2.0/24',
  ...given,
})

export const sessionsContract = (store: () => Pick<Store, 'sessions' | 'users'>) => {
  const isRevoked = async (id: string) => (await store().sessions.find(id)).isRevoked

  describe('revoked tokens', () => {
    it('a token is found only after its revocation, case included', async () => {
      const token = unique()
      expect(await isRevoked(token)).toBe(false)
      await store().sessions.revoke(token, NOON)
      expect(await isRevoked(token)).toBe(true)
      expect(await isRevoked(token.toUpperCase())).toBe(false)
    })

    it('twenty concurrent revocations of a token all succeed', async () => {
      const token = unique()
      await Promise.all(times(20, () => store().sessions.revoke(token, NOON)))
      expect(await isRevoked(token)).toBe(true)
    })

    it('forget removes tokens that expired before an instant, and no others', async () => {
      // Long before the revocations of other suites, which may share the database.
      const [early, late] = [[unique(), unique()], unique()]
      for (const token of early) await store().sessions.revoke(token, 999)
      await store().sessions.revoke(late, 1000)
      expect(await store().sessions.forget(1000)).toBeGreaterThanOrEqual(2)
      for (const token of early) expect(await isRevoked(token)).toBe(false)
      expect(await isRevoked(late)).toBe(true)
      expect(await store().sessions.forget(0)).toBe(0)
    })
  })

  describe('sessions', () => {
    const newSession = async (given: Partial<SessionRecord> = {}) => {
      const session = aSession(given.owner ?? (await newOwner(store())), given)
      await store().sessions.touch(session, 0)
      return session
    }
    const listed = async (owner: UserId, at = NOON) => (await store().sessions.list(owner, at)).map(({ id }) => id)

    it('a session is returned whole, to its owner only, the last used first', async () => {
      const first = await newSession()
      const { owner } = first
      const plain = { lastUsedAt: NOON + 2, browser: null, os: null, network: null }
      const [last, middle] = [await newSession({ owner, ...plain }), await newSession({ owner, lastUsedAt: NOON + 1 })]
      await newSession()
      expect(await store().sessions.list(owner, NOON)).toEqual([last, middle, first])
      expect(await store().sessions.find(first.id)).toEqual({
        isRevoked: false,
        record: { epoch: 0, lastUsedAt: NOON },
      })
      expect(await store().sessions.find(unique())).toEqual({ isRevoked: false, record: null })
    })

    it('touch stores the last use, unless a recent one is stored', async () => {
      const session = await newSession()
      const other = await newSession({ owner: session.owner, lastUsedAt: NOON - 1 })
      const used = { ...session, lastUsedAt: NOON + 60, browser: 'Safari', os: 'macOS', network: '2001:db8::/48' }
      await store().sessions.touch(used, NOON - 1)
      expect(await store().sessions.list(session.owner, NOON)).toEqual([session, other])
      await store().sessions.touch({ ...used, epoch: 7, createdAt: 1, expiresAt: 2 }, NOON)
      expect(await store().sessions.list(session.owner, NOON)).toEqual([used, other])
    })

    it('a list omits expired and revoked sessions', async () => {
      const { id, owner } = await newSession()
      const revoked = await newSession({ owner })
      await newSession({ owner, expiresAt: NOON })
      await store().sessions.revoke(revoked.id, revoked.expiresAt)
      expect(await listed(owner)).toEqual([id])
      // A request of the session that was on its way.
      await store().sessions.touch(revoked, 0)
      expect(await listed(owner)).toEqual([id])
      expect(await listed(owner, NOON + 7 * DAY_MS)).toEqual([])
    })

    it('a list omits sessions of earlier epochs, and all while the account is disabled', async () => {
      const { id, owner } = await newSession()
      await store().users.setDisabled(owner, NOON)
      expect(await listed(owner)).toEqual([])
      await store().users.setDisabled(owner, null)
      expect(await listed(owner)).toEqual([id])
      await store().users.setPassword(owner, 'other')
      expect(await listed(owner)).toEqual([])
      const { id: later } = await newSession({ owner, epoch: 1 })
      expect(await listed(owner)).toEqual([later])
      expect((await store().sessions.find(id)).record).toBeNull()
    })

    it('an account has records of its most recently used sessions, 100 at most', async () => {
      const owner = await newOwner(store())
      const ids: string[] = []
      for (const index of times(MAX_SESSIONS + 2, (index) => index))
        ids.push((await newSession({ owner, lastUsedAt: NOON + index })).id)
      expect(await listed(owner)).toEqual(ids.slice(2).reverse())
      expect(await store().sessions.find(ids[1] ?? '')).toEqual({ isRevoked: false, record: null })
    })

    it('keepOnly deletes all records of an account but one, which moves to the epoch', async () => {
      const kept = await newSession()
      const { owner } = kept
      const [ended, others] = [await newSession({ owner }), await newSession()]
      const { epoch = 0 } = (await store().users.raiseEpoch(owner)) ?? {}
      await store().sessions.keepOnly(owner, kept.id, epoch)
      expect(await store().sessions.list(owner, NOON)).toEqual([{ ...kept, epoch: 1 }])
      expect((await store().sessions.find(ended.id)).record).toBeNull()
      expect(await listed(others.owner)).toEqual([others.id])
      // The record must stay: with its tokens alone the session would be over.
      for (const index of times(MAX_SESSIONS, (index) => index + 1))
        await newSession({ owner, epoch, lastUsedAt: NOON + index })
      expect((await store().sessions.find(kept.id)).record).toEqual({ epoch: 1, lastUsedAt: NOON })
      await store().sessions.keepOnly(owner, undefined, epoch)
      expect(await listed(owner)).toEqual([])
    })

    it('forget deletes the records of expired sessions, and the deletion of an account deletes its records', async () => {
      const { id, owner } = await newSession()
      const expired = await newSession({ owner, lastUsedAt: 998, expiresAt: 999 })
      await store().sessions.forget(1000)
      expect((await store().sessions.find(expired.id)).record).toBeNull()
      expect((await store().sessions.find(id)).record).not.toBeNull()
      await store().users.delete(owner)
      expect((await store().sessions.find(id)).record).toBeNull()
    })
  })
}
