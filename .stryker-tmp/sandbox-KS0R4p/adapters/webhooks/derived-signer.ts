import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { SigningKey, WebhookSigner } from '@shortlink/core'

/** Bytes; Standard Webhooks asks for 24 to 64. */
const SECRET_LENGTH = 32

/**
 * Secrets are derived from the operator's pepper, the webhook's id and the version (HKDF, RFC 5869): the database holds none,
 * so a stolen one signs nothing. Another pepper means other secrets.
 */
export function derivedSigner(pepper: string): WebhookSigner {
  const root = createSecretKey(Buffer.from(pepper))
  const secretOf = ({ webhook, version }: SigningKey) =>
    Buffer.from(hkdfSync('sha256', root, '', `webhook secret ${version} of ${webhook}`, SECRET_LENGTH))
  return {
    secret: (key) => `whsec_${secretOf(key).toString('base64')}`,
    sign: (key, content) => createHmac('sha256', secretOf(key)).update(content).digest('base64'),
  }
}
