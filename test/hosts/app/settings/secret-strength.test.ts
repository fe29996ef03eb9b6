import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../../hosts/app/settings/settings.ts'

const accepts = (secret: string) => {
  try {
    return readSettings({ JWT_SECRET: secret }).JWT_SECRET === secret
  } catch (error) {
    const { message, exitCode } = error as Error & { exitCode: number }
    expect([message, exitCode]).toEqual([expect.stringContaining('JWT_SECRET must'), 78])
    expect(message).not.toContain(secret)
    return false
  }
}

describe('a secret', () => {
  it.each([
    'x'.repeat(34),
    '1'.repeat(34),
    '1234567890123456789012345678901234',
    '12345678'.repeat(5),
    'correct-horse-'.repeat(3),
    'abababababababababababababababababab',
    '0123456789abcdef0123456789abcdef',
    '7392856103948571620394857162039485',
  ])('a guessable secret is refused with its setting’s name, and not printed: %s', (secret) => {
    expect(accepts(secret)).toBe(false)
  })

  it.each(['hex', 'base64', 'base64url'] as const)('a random secret is accepted, written as %s', (encoding) => {
    for (let n = 0; n < 500; n++) expect(accepts(randomBytes(32).toString(encoding))).toBe(true)
    for (let n = 0; n < 500; n++) expect(accepts(randomBytes(24).toString('base64'))).toBe(true)
  })

  it('a secret of 32 hexadecimal digits is accepted, as `openssl rand -hex 16` prints it', () => {
    const taken = Array.from({ length: 500 }, () => accepts(randomBytes(16).toString('hex')))
    expect(taken.filter(Boolean).length).toBeGreaterThanOrEqual(499)
  })
})
