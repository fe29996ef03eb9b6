import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { SigningKey, WebhookSigner } from '@shortlink/core/ports'

/** Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32

/**
 * Derives secrets from the operator's pepper, the webhook's id and the version (HKDF, RFC 5869). The database contains none, so a stolen
 * database signs nothing. Another pepper results in other secrets, so endpoints may still have one of the previous pepper.
 */
export function derivedSigner(pepper: string, previous?: string): WebhookSigner {
  const secretOf = secretsUnder(pepper)
  return {
    secret: (key) => `whsec_${secretOf(key).toString('base64')}`,
    sign: signingWith(secretOf),
    ...(previous !== undefined && { signPrevious: signingWith(secretsUnder(previous)) }),
  }
}

function secretsUnder(pepper: string) {
  const root = createSecretKey(Buffer.from(pepper))
  return ({ webhook, version }: SigningKey) =>
    Buffer.from(hkdfSync('sha256', root, '', `webhook secret ${version} of ${webhook}`, SECRET_BYTES))
}

const signingWith = (secretOf: (key: SigningKey) => Buffer) => (key: SigningKey, content: string) =>
  createHmac('sha256', secretOf(key)).update(content).digest('base64')
