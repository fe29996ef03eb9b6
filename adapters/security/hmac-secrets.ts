import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { API_KEY_PREFIX } from '@shortlink/core/adapter'
import type { Secrets } from '@shortlink/core/ports'
import { aesSealer } from './aes-sealer.ts'
import { base58 } from './base58.ts'

/** 32 characters of base58 hold 187 bits. */
const SECRET_LENGTH = 32

/**
 * {@link Secrets} by HMAC-SHA256 under the operator's pepper, so that digests from a stolen database are of no use. The previous pepper still
 * verifies keys and opens sealed texts.
 */
export function hmacSecrets(pepper: string, previous?: string): Secrets {
  return {
    ...aesSealer(pepper, previous),
    freshApiKey: () => API_KEY_PREFIX + base58(SECRET_LENGTH),
    digest: digestUnder(pepper),
    ...(previous !== undefined && { previousDigest: digestUnder(previous) }),
    equal(a, b) {
      const [left, right] = [Buffer.from(a), Buffer.from(b)]
      return left.length === right.length && timingSafeEqual(left, right)
    },
  }
}

function digestUnder(pepper: string) {
  const key = createSecretKey(Buffer.from(pepper))
  return (secret: string) => createHmac('sha256', key).update(secret).digest('base64url')
}
