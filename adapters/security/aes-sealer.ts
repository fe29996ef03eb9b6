import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '@shortlink/core/ports'

const ALGORITHM = 'aes-256-gcm'
/** Bytes; a random nonce of this length is safe for some four billion texts under one key (NIST SP 800-38D, 8.3). */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a separate key, derived from the pepper (HKDF, RFC 5869). A previous pepper only opens. */
export function aesSealer(pepper: string, previous?: string): Pick<Secrets, 'seal' | 'unseal'> {
  const key = keyOf(pepper)
  const earlier = previous === undefined ? undefined : keyOf(previous)
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (earlier === undefined) return open(key, bytes)
      try {
        return open(key, bytes)
      } catch {
        return open(earlier, bytes)
      }
    },
  }
}

const keyOf = (pepper: string) => Buffer.from(hkdfSync('sha256', pepper, '', 'shortlink sealed text', 32))

function open(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
