import { fc, test } from '@fast-check/vitest'
import { hmacSecrets } from '@shortlink/adapters/security'
import { secretsContract } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'

const secrets = hmacSecrets('a pepper of tests, at least 32 bytes long')

secretsContract(() => ({ secrets, foreign: hmacSecrets('another pepper of tests, 32 bytes and more') }))

describe('sealing', () => {
  test.prop([fc.string({ unit: 'grapheme' })])('unsealing a sealed text returns the text', (text) => {
    expect(secrets.unseal(secrets.seal(text))).toBe(text)
  })

  it('a text that was altered in any byte, or cut, cannot be unsealed', () => {
    const sealed = Buffer.from(secrets.seal('a text'), 'base64url')
    for (const index of sealed.keys()) {
      const altered = Buffer.from(sealed)
      altered[index] = (altered[index] ?? 0) ^ 1
      expect(() => secrets.unseal(altered.toString('base64url'))).toThrow()
    }
    for (const length of [0, 11, 12, 27, sealed.length - 1]) {
      expect(() => secrets.unseal(sealed.subarray(0, length).toString('base64url'))).toThrow()
    }
  })
})
