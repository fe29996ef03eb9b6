import { describe, expect, it } from 'vitest'
import type { TokenClaims, Tokens } from '../../identity/credentials.port.ts'
import type { UserId } from '../../kernel/ids.ts'
import { NOON } from '../samples.ts'

export interface TokensFixture {
  readonly tokens: Tokens
  /** The same kind of tokens under another secret. */
  readonly foreign: Tokens
}

const HOUR = 3_600_000
const claims = (given: Partial<TokenClaims> = {}): TokenClaims => ({
  userId: crypto.randomUUID() as UserId,
  tokenId: crypto.randomUUID(),
  epoch: 3,
  expiresAt: NOON + HOUR,
  ...given,
})

/** Session tokens. */
export const tokensContract = (setUp: () => TokensFixture) =>
  describe('tokens', () => {
    it.each([0, 1, 2 ** 31])('a token returns the claims that it was issued with, at epoch %i', async (epoch) => {
      const { tokens } = setUp()
      const issued = claims({ epoch })
      const token = await tokens.issue({ ...issued, issuedAt: NOON }, 'bearer')
      expect(await tokens.read(token, NOON, 'bearer')).toEqual(issued)
      expect(await tokens.read(token, NOON + HOUR - 1000, 'bearer')).toEqual(issued)
    })

    it('a token is valid in the place that it was issued for, and in no other', async () => {
      const { tokens } = setUp()
      const issued = claims()
      for (const [place, other] of [['bearer', 'cookie'] as const, ['cookie', 'bearer'] as const]) {
        const token = await tokens.issue({ ...issued, issuedAt: NOON }, place)
        expect(await tokens.read(token, NOON, place)).toEqual(issued)
        expect(await tokens.read(token, NOON, other)).toBeUndefined()
      }
    })

    it('an expired token is refused', async () => {
      const { tokens } = setUp()
      const token = await tokens.issue({ ...claims(), issuedAt: NOON }, 'bearer')
      for (const late of [0, 1000, 365 * 24 * HOUR])
        expect(await tokens.read(token, NOON + HOUR + late, 'bearer')).toBeUndefined()
    })

    it('a token that was altered anywhere is refused', async () => {
      const { tokens } = setUp()
      const token = await tokens.issue({ ...claims(), issuedAt: NOON }, 'bearer')
      // The last character may contain unused bits.
      for (let at = 0; at < token.length - 1; at += 1) {
        const other = token[at] === 'A' ? 'B' : 'A'
        expect(await tokens.read(token.slice(0, at) + other + token.slice(at + 1), NOON, 'bearer')).toBeUndefined()
      }
    })

    it('a shortened token is refused', async () => {
      const { tokens } = setUp()
      const token = await tokens.issue({ ...claims(), issuedAt: NOON }, 'bearer')
      for (const length of [0, 1, token.length / 2, token.length - 4])
        expect(await tokens.read(token.slice(0, length), NOON, 'bearer')).toBeUndefined()
    })

    it.each(['', '.', '..', 'null', 'a.b.c', '\0', '👩‍👩‍👧‍👦', 'x'.repeat(10_000)])(
      'the text %j is refused as a token',
      async (text) => {
        expect(await setUp().tokens.read(text, NOON, 'bearer')).toBeUndefined()
      },
    )

    it('a token under another secret is refused', async () => {
      const { tokens, foreign } = setUp()
      expect(
        await tokens.read(await foreign.issue({ ...claims(), issuedAt: NOON }, 'bearer'), NOON, 'bearer'),
      ).toBeUndefined()
    })
  })
