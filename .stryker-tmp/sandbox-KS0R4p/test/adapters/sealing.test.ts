import { fc, test } from '@fast-check/vitest'
import { hmacSecrets } from '@shortlink/adapters/security'
import { describe, expect, it } from 'vitest'

const secrets = hmacSecrets('a pepper of tests, at least 32 bytes long')

describe('sealing', () => {
  test.prop([fc.string({ unit: 'grapheme' })])('gives the text back', (text) => {
    expect(secrets.unseal(secrets.seal(text))).toBe(text)
  })

  it('hides the text, and whether two are the same', () => {
    const sealed = secrets.seal('sl_live_secret')
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('secret')
    expect(secrets.seal('sl_live_secret')).not.toBe(sealed)
  })

  it('throws for what was altered, cut, or sealed under another pepper', () => {
    const sealed = Buffer.from(secrets.seal('a text'), 'base64url')
    for (const index of sealed.keys()) {
      const altered = Buffer.from(sealed)
      altered[index] = (altered[index] ?? 0) ^ 1
      expect(() => secrets.unseal(altered.toString('base64url'))).toThrow()
    }
    for (const length of [0, 11, 12, 27, sealed.length - 1]) {
      expect(() => secrets.unseal(sealed.subarray(0, length).toString('base64url'))).toThrow()
    }
    const other = hmacSecrets('another pepper of tests, 32 bytes and more')
    expect(() => other.unseal(sealed.toString('base64url'))).toThrow()
  })
})
