import { createPrivateKey, hkdfSync, type JsonWebKey } from 'node:crypto'

/** The keys of the authorization server. */
export interface OAuthKeys {
  /** Sign its cookies; the first one signs new cookies. */
  readonly cookies: readonly string[]
  /** Its signing keys, private. */
  readonly signing: readonly JsonWebKey[]
}

const KEY_BYTES = 32
/** The head of a private key of Ed25519 in PKCS #8 (RFC 8410, 7), before its 32 bytes. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives keys from the instance's secret (HKDF, RFC 5869), so that all replicas have the same ones and the database has none. */
export function derivedKeys(pepper: string, previous?: string): OAuthKeys {
  const secrets = previous === undefined ? [pepper] : [pepper, previous]
  return {
    cookies: secrets.map((secret) => derived(secret, 'oauth cookies').toString('base64url')),
    signing: secrets.map((secret) => ({ ...ed25519(derived(secret, 'oauth signing')), use: 'sig', alg: 'EdDSA' })),
  }
}

const derived = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))

const ed25519 = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([ED25519_HEAD, seed]), format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
