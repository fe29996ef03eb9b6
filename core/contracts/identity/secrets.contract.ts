import { describe, expect, it } from 'vitest'
import type { Secrets } from '../../identity/credentials.port.ts'
import { API_KEY_PREFIX } from '../../identity/keys/api-key.ts'
import { ODD_TEXTS, times } from '../samples.ts'

export interface SecretsFixture {
  readonly secrets: Secrets
  /** The same kind of secrets under another pepper. */
  readonly foreign: Secrets
}

/** API key secrets and sealed texts. */
export const secretsContract = (setUp: () => SecretsFixture) =>
  describe('secrets', () => {
    it('fresh API keys have the prefix and are all different', () => {
      const { secrets } = setUp()
      const keys = times(1000, () => secrets.freshApiKey())
      expect(new Set(keys).size).toBe(keys.length)
      for (const key of keys)
        expect(key.startsWith(API_KEY_PREFIX) && key.length >= API_KEY_PREFIX.length + 22).toBe(true)
    })

    it('a digest depends on the secret and the pepper alone, and does not contain the secret', () => {
      const { secrets, foreign } = setUp()
      const secret = secrets.freshApiKey()
      expect(secrets.digest(secret)).toBe(secrets.digest(secret))
      expect(secrets.digest(secret)).not.toContain(secret)
      expect(secrets.digest(`${secret}x`)).not.toBe(secrets.digest(secret))
      expect(foreign.digest(secret)).not.toBe(secrets.digest(secret))
    })

    it('two texts are equal when every character is', () => {
      const { secrets } = setUp()
      for (const text of ['', 'a', 'ä', 'x'.repeat(1000)]) {
        expect(secrets.equal(text, text)).toBe(true)
        expect(secrets.equal(text, `${text}a`)).toBe(false)
      }
      expect(secrets.equal('a text', 'b text')).toBe(false)
      expect(secrets.equal('a', 'A')).toBe(false)
    })

    it.each([...ODD_TEXTS, 'x'.repeat(100_000)])('a sealed text is unsealed as it was: %j', (text) => {
      const { secrets } = setUp()
      expect(secrets.unseal(secrets.seal(text))).toBe(text)
    })

    it('sealing hides the text, and whether two texts are the same', () => {
      const { secrets } = setUp()
      const text = 'sl_live_secret'
      const [one, other] = [secrets.seal(text), secrets.seal(text)]
      expect(one).not.toBe(other)
      const readable = [one, atob(one.replaceAll('-', '+').replaceAll('_', '/'))]
      for (const form of readable) expect(form).not.toContain(text)
    })

    it('a sealed text that was altered or shortened, or sealed under another pepper, cannot be unsealed', () => {
      const { secrets, foreign } = setUp()
      const sealed = secrets.seal('a text')
      // The last character may contain unused bits.
      for (let at = 0; at < sealed.length - 1; at += 1) {
        const other = sealed[at] === 'A' ? 'B' : 'A'
        expect(() => secrets.unseal(sealed.slice(0, at) + other + sealed.slice(at + 1))).toThrow()
      }
      for (const length of [0, 1, sealed.length / 2, sealed.length - 4])
        expect(() => secrets.unseal(sealed.slice(0, length))).toThrow()
      expect(() => foreign.unseal(sealed)).toThrow()
    })
  })
