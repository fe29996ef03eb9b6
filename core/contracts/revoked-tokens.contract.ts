import { describe, expect, it } from 'vitest'
import type { Store } from '../ports.ts'
import { NOON, times, unique } from './samples.ts'

export const revokedTokensContract = (store: () => Pick<Store, 'revokedTokens'>) =>
  describe('revoked tokens', () => {
    it('a token is found only after its revocation, case included', async () => {
      const token = unique()
      expect(await store().revokedTokens.has(token)).toBe(false)
      await store().revokedTokens.add(token, NOON)
      expect(await store().revokedTokens.has(token)).toBe(true)
      expect(await store().revokedTokens.has(token.toUpperCase())).toBe(false)
    })

    it('twenty concurrent revocations of a token all succeed', async () => {
      const token = unique()
      await Promise.all(times(20, () => store().revokedTokens.add(token, NOON)))
      expect(await store().revokedTokens.has(token)).toBe(true)
    })

    it('forget removes tokens that expired before an instant, and no others', async () => {
      // Long before the revocations of other suites, which may share the database.
      const [early, late] = [[unique(), unique()], unique()]
      for (const token of early) await store().revokedTokens.add(token, 999)
      await store().revokedTokens.add(late, 1000)
      expect(await store().revokedTokens.forget(1000)).toBeGreaterThanOrEqual(2)
      for (const token of early) expect(await store().revokedTokens.has(token)).toBe(false)
      expect(await store().revokedTokens.has(late)).toBe(true)
      expect(await store().revokedTokens.forget(0)).toBe(0)
    })
  })
