import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '@shortlink/core'
import { API_KEY_PREFIX } from '@shortlink/core/adapter'
import { aesSealer } from './aes-sealer.ts'
import { base58 } from './base58.ts'

/** 32 characters of base58 hold 187 bits. */
const SECRET_LENGTH = 32

/** {@link Secrets} by HMAC-SHA256 under the operator's pepper, so that digests from a stolen database are of no use. */
export function hmacSecrets(pepper: string): Secrets {
  const key = createSecretKey(Buffer.from(pepper))
  return {
    ...aesSealer(pepper),
    freshApiKey: () => API_KEY_PREFIX + base58(SECRET_LENGTH),
    digest: (secret) => createHmac('sha256', key).update(secret).digest('base64url'),
    equal(a, b) {
      const [left, right] = [Buffer.from(a), Buffer.from(b)]
      return left.length === right.length && timingSafeEqual(left, right)
    },
  }
}
