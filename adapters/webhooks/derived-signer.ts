import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { SigningKey, WebhookSigner } from '@shortlink/core'

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32

/**
 * Derives secrets from the operator's pepper, the webhook's id and the version (HKDF, RFC 5869). The database contains none, so a stolen
 * database signs nothing. Another pepper results in other secrets.
 */
export function derivedSigner(pepper: string): WebhookSigner {
  const root = createSecretKey(Buffer.from(pepper))
  const secretOf = ({ webhook, version }: SigningKey) =>
    Buffer.from(hkdfSync('sha256', root, '', `webhook secret ${version} of ${webhook}`, SECRET_BYTES))
  return {
    secret: (key) => `whsec_${secretOf(key).toString('base64')}`,
    sign: (key, content) => createHmac('sha256', secretOf(key)).update(content).digest('base64'),
  }
}
