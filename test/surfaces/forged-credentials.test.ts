import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rawClient } from '../hosts/mcp/client.ts'
import { ask, newAccount } from '../support/api.ts'
import { testEnvironment, useTestServer } from '../support/server.ts'

const base64url = (value: string | object) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const parsed = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

type Claims = Record<string, unknown>
type Signer = (input: string) => string

const hmac =
  (secret: string | Buffer, hash = 'sha256'): Signer =>
  (input) =>
    createHmac(hash, secret).update(input).digest('base64url')
const asymmetric =
  (key: KeyObject, hash: string | null = 'sha256'): Signer =>
  (input) =>
    sign(hash, Buffer.from(input), key).toString('base64url')
const unsigned: Signer = () => ''

function token(header: object, claims: Claims, signer: Signer): string {
  const input = `${base64url(header)}.${base64url(claims)}`
  return `${input}.${signer(input)}`
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')
const rsaPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string

/** Tokens that an attacker could make from a real one. `right` signs with the server's secret, which only a leak would reveal. */
function forgeries(real: string, secret: string, victim: string): Record<string, string> {
  const [head = '', body = '', signature = ''] = real.split('.')
  const claims: Claims = parsed(body)
  const hs256 = { alg: 'HS256', typ: 'JWT' }
  const right = hmac(secret)
  const now = Math.floor(Date.now() / 1000)
  const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))
  const flipped = Buffer.from(signature, 'base64url')
  flipped[0] = (flipped[0] ?? 0) ^ 1
  return {
    'no algorithm': token({ alg: 'none', typ: 'JWT' }, claims, unsigned),
    'no algorithm, in capitals': token({ alg: 'NONE' }, claims, unsigned),
    'no algorithm, in odd case': token({ alg: 'nOnE' }, claims, unsigned),
    'no algorithm, but a signature': token({ alg: 'none' }, claims, right),
    'an empty algorithm': token({ alg: '' }, claims, right),
    'an algorithm that is null': token({ alg: null }, claims, right),
    'no header field for the algorithm': token({ typ: 'JWT' }, claims, right),
    'a list of algorithms': token({ alg: ['HS256', 'none'] }, claims, right),
    'an algorithm in lower case': token({ alg: 'hs256' }, claims, right),
    'an empty key': token(hs256, claims, hmac('')),
    'a guessed key': token(hs256, claims, hmac('secret')),
    'the key in hexadecimal': token(hs256, claims, hmac(Buffer.from(secret).toString('hex'))),
    'another secret of the service': token(hs256, claims, hmac('a pepper for tests, 32 bytes or more')),
    'a key of zeros': token(hs256, claims, hmac(Buffer.alloc(32))),
    HS384: token({ alg: 'HS384' }, claims, hmac(secret, 'sha384')),
    HS512: token({ alg: 'HS512' }, claims, hmac(secret, 'sha512')),
    RS256: token({ alg: 'RS256' }, claims, asymmetric(rsa.privateKey)),
    'RS256 with its key': token(
      { alg: 'RS256', jwk: rsa.publicKey.export({ format: 'jwk' }) },
      claims,
      asymmetric(rsa.privateKey),
    ),
    'RS256 with a key elsewhere': token(
      { alg: 'RS256', jku: 'http://127.0.0.1:9/keys' },
      claims,
      asymmetric(rsa.privateKey),
    ),
    'RS256 with a certificate elsewhere': token(
      { alg: 'RS256', x5u: 'http://127.0.0.1:9/cert' },
      claims,
      asymmetric(rsa.privateKey),
    ),
    'a public key taken for a shared one': token(hs256, claims, hmac(rsaPem)),
    PS256: token({ alg: 'PS256' }, claims, asymmetric(rsa.privateKey)),
    ES256: token({ alg: 'ES256', jwk: ec.publicKey.export({ format: 'jwk' }) }, claims, asymmetric(ec.privateKey)),
    EdDSA: token(
      { alg: 'EdDSA', jwk: ed.publicKey.export({ format: 'jwk' }) },
      claims,
      asymmetric(ed.privateKey, null),
    ),
    'a shared key in the header': token({ ...hs256, jwk: { kty: 'oct', k: base64url('mine') } }, claims, hmac('mine')),
    'a key id that is a path': token({ ...hs256, kid: '../../../../dev/null' }, claims, hmac('')),
    'a key id that is SQL': token({ ...hs256, kid: "x' union select 'mine' --" }, claims, hmac('mine')),
    'a key id that is an address': token({ ...hs256, kid: 'http://127.0.0.1:9/key' }, claims, hmac('mine')),
    'an unknown extension': token({ ...hs256, crit: ['x'], x: 1 }, claims, right),
    'a payload that is not encoded': token({ ...hs256, b64: false, crit: ['b64'] }, claims, right),
    'an end in the past': token(hs256, { ...claims, exp: now - 60 }, right),
    'no end': token(hs256, without('exp'), right),
    'an end that is text': token(hs256, { ...claims, exp: '9999999999' }, right),
    'an end that is null': token(hs256, { ...claims, exp: null }, right),
    'a start in the future': token(hs256, { ...claims, nbf: now + 3600 }, right),
    'no id': token(hs256, without('jti'), right),
    'an empty id': token(hs256, { ...claims, jti: '' }, right),
    'an id that is a number': token(hs256, { ...claims, jti: 1 }, right),
    'no subject': token(hs256, without('sub'), right),
    'a subject that is a list': token(hs256, { ...claims, sub: [victim] }, right),
    'an unknown subject': token(hs256, { ...claims, sub: 'no-user' }, right),
    'no time of issue': token(hs256, without('iat'), right),
    'no issuer': token(hs256, without('iss'), right),
    'another issuer': token(hs256, { ...claims, iss: 'another' }, right),
    'no epoch': token(hs256, without('epoch'), right),
    'a later epoch': token(hs256, { ...claims, epoch: 1 }, right),
    'another subject under the old signature': `${head}.${base64url({ ...claims, sub: victim })}.${signature}`,
    'a later end under the old signature': `${head}.${base64url({ ...claims, exp: now + 10 ** 9 })}.${signature}`,
    'another header under the old signature': `${base64url({ ...hs256, x: 1 })}.${body}.${signature}`,
    'a signature with one bit changed': `${head}.${body}.${flipped.toString('base64url')}`,
    'half a signature': `${head}.${body}.${signature.slice(0, 20)}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'four parts': `${real}.${signature}`,
    'its parts in another order': `${body}.${head}.${signature}`,
    'it twice': `${real},${real}`,
  }
}

describe('a forged credential', () => {
  const server = useTestServer()
  let account: Awaited<ReturnType<typeof newAccount>>
  let victim: Awaited<ReturnType<typeof newAccount>>
  let key: string

  beforeAll(async () => {
    account = await newAccount(server.url)
    victim = await newAccount(server.url)
    const made = await account.ask('mutation { createApiKey(label: "real") { secret } }')
    key = made.data.createApiKey.secret
  })

  const whoIs = async (headers: Record<string, string>) => {
    const { data, errors } = await ask(server.url, '{ getUserInfo { id } }', {}, headers)
    return data?.getUserInfo?.id ?? errors[0]?.extensions.code
  }

  it('each of 50 and more forged tokens is refused', async () => {
    const { JWT_SECRET = '' } = await testEnvironment('sqlite')
    const forged = forgeries(account.token, JWT_SECRET, victim.id)
    expect(Object.keys(forged).length).toBeGreaterThanOrEqual(50)
    for (const [how, token] of Object.entries(forged)) {
      expect([how, await whoIs({ authorization: `Bearer ${token}` })]).toEqual([how, 'UNAUTHENTICATED'])
      expect([how, await whoIs({ 'x-api-key': token })]).toEqual([how, 'UNAUTHENTICATED'])
    }
    expect(await whoIs(account.headers)).toBe(account.id)
  })

  it('each of 24 near-miss API keys is refused', async () => {
    const secret = key.slice('sl_live_'.length)
    const swapped = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === '2' ? '3' : '2') + text.slice(at + 1)
    const near = [
      ...[0, 1, 8, 15, 20, 30, 31].map((at) => `sl_live_${swapped(secret, at)}`),
      key.slice(0, -1),
      key.slice(0, 20),
      `${key}1`,
      `${key}${key}`,
      `${key},${key}`,
      key.toUpperCase(),
      key.toLowerCase(),
      secret,
      'sl_live_',
      `sl_test_${secret}`,
      `SL_LIVE_${secret}`,
      `sl_live_ ${secret}`,
      `sl_live_${secret.slice(1)}0`,
      `sl_live_${[...secret].reverse().join('')}`,
      `sl_live_${'%'.repeat(32)}`,
      `sl_live_${'_'.repeat(32)}`,
      `["${key}"]`,
      `{"$ne":null}`,
      `${key}'--`,
      'true',
      '0',
      'null',
      createHmac('sha256', 'a pepper for tests, 32 bytes or more').update(key).digest('base64url'),
    ].filter((guess) => guess !== key)
    expect(near.length).toBeGreaterThanOrEqual(24)
    for (const guess of near) {
      expect([guess, await whoIs({ 'x-api-key': guess })]).toEqual([guess, 'UNAUTHENTICATED'])
      expect([guess, await whoIs({ authorization: `Bearer ${guess}` })]).toEqual([guess, 'UNAUTHENTICATED'])
      expect([guess, (await rawClient(`${server.url}/mcp`, guess).open()).response.status]).toEqual([guess, 401])
    }
    expect(await whoIs({ 'x-api-key': key })).toBe(account.id)
  })

  it('a wrong key beside a wrong token is refused, and a wrong credential does not invalidate a right one', async () => {
    expect(await whoIs({ authorization: 'Bearer x.y.z', 'x-api-key': `${key}1` })).toBe('UNAUTHENTICATED')
    expect(await whoIs({ ...account.headers, 'x-api-key': `${key}1` })).toBe(account.id)
    expect(await whoIs({ authorization: 'Bearer x.y.z', 'x-api-key': key })).toBe(account.id)
    expect(await whoIs({ authorization: `${account.headers.authorization}, Bearer x` })).toBe('UNAUTHENTICATED')
    expect(await whoIs({ cookie: `token=${account.token}; x-api-key=${key}` })).toBe('UNAUTHENTICATED')
  })
})
