import type { Instant } from '../../kernel/caller.ts'
import type { Webhook } from '../webhook.ts'
import type { ClaimedDelivery } from './deliveries.port.ts'
import { payloadOf } from './payload.ts'
import type { SigningKey, WebhookMessage, WebhookSigner } from './sender.port.ts'

/** How long the previous secret also signs after a rotation. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000

/** The signed HTTP message of an attempt at `now`, as Standard Webhooks 1.0.0 defines it. */
export function messageOf(
  { id, webhook, event }: Pick<ClaimedDelivery, 'id' | 'webhook' | 'event'>,
  { signer, baseUrl, now }: { signer: WebhookSigner; baseUrl: string; now: Instant },
): WebhookMessage {
  const body = payloadOf(event, baseUrl)
  const timestamp = Math.floor(now / 1000)
  const content = `${id}.${timestamp}.${body}`
  const signatures = signingVersions(webhook, now)
    .map((version) => ({ webhook: webhook.id, version }))
    .flatMap((key) => [signer.sign(key, content), signer.signPrevious?.(key, content)])
    .flatMap((signature) => (signature === undefined ? [] : [`v1,${signature}`]))
  return {
    url: webhook.url,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.join(' '),
    },
  }
}

/** Two versions during the overlap after a rotation, so that endpoints can switch secrets without losing events. */
const signingVersions = ({ secretVersion, previousSecretUntil }: Webhook, now: Instant) =>
  previousSecretUntil !== null && now < previousSecretUntil ? [secretVersion, secretVersion - 1] : [secretVersion]

/** The webhook's current signing key. */
export const signingKey = ({ id, secretVersion }: Webhook): SigningKey => ({ webhook: id, version: secretVersion })
