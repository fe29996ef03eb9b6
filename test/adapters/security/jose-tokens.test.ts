import { createHmac } from 'node:crypto'
import { joseTokens } from '@shortlink/adapters/security'
import { tokensContract } from '@shortlink/core/contracts'
import { expect, it } from 'vitest'

const SECRET = 'a secret of tests, at least 32 bytes long'

tokensContract(() => ({
  tokens: joseTokens(SECRET),
  foreign: joseTokens('another secret of tests, 32 bytes and more'),
}))

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as version 0.1.0 issued it, with more claims. */
function earlierToken(claims: object = {}) {
  const payload = { iss: 'shortlink', sub: 'user', jti: 'token', iat: 1000, exp: 2000, epoch: 0, ...claims }
  const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(payload)}`
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
}

it.each(['bearer', 'cookie'] as const)('a session of version 0.1.0 goes on as %s', async (place) => {
  const claims = { userId: 'user', tokenId: 'token', epoch: 0, expiresAt: 2_000_000 }
  expect(await joseTokens(SECRET).read(earlierToken(), 1_500_000, place)).toEqual(claims)
  for (const aud of ['other', '', ['bearer', 'cookie'], null])
    expect(await joseTokens(SECRET).read(earlierToken({ aud }), 1_500_000, place)).toBeUndefined()
})

it('a token of the previous secret is valid, and a new one has the current secret', async () => {
  const claims = { userId: 'user', tokenId: 'token', epoch: 0, expiresAt: 2_000_000 }
  const current = 'the current secret of tests, 32 bytes or more'
  const rotated = joseTokens(current, SECRET)
  expect(await rotated.read(earlierToken(), 1_500_000, 'bearer')).toEqual(claims)
  expect(await rotated.read(earlierToken(), 2_500_000, 'bearer')).toBeUndefined()
  const issued = await rotated.issue({ ...claims, userId: 'user' as never, issuedAt: 1_000_000 }, 'bearer')
  expect(await joseTokens(current).read(issued, 1_500_000, 'bearer')).toEqual(claims)
  expect(await joseTokens(SECRET).read(issued, 1_500_000, 'bearer')).toBeUndefined()
})
