import type { Instant } from '../kernel/caller.ts'
import type { ClaimedDelivery } from './deliveries.port.ts'
import { payloadOf } from './payload.ts'
import type { SigningKey, WebhookMessage, WebhookSigner } from './sender.port.ts'
import type { Webhook } from './webhook.ts'

/** How long the secret before the newest one signs too, in milliseconds. */
export const ROTATION_OVERLAP = 24 * 60 * 60 * 1000

/** The delivery as one try at `now` sends it: signed after Standard Webhooks 1.0.0. */
export function messageOf(
  { id, webhook, event }: Pick<ClaimedDelivery, 'id' | 'webhook' | 'event'>,
  { signer, baseUrl, now }: { signer: WebhookSigner; baseUrl: string; now: Instant },
): WebhookMessage {
  const body = payloadOf(event, baseUrl)
  const timestamp = Math.floor(now / 1000)
  const content = `${id}.${timestamp}.${body}`
  const signatures = signingVersions(webhook, now).map(
    (version) => `v1,${signer.sign({ webhook: webhook.id, version }, content)}`,
  )
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

/** For a while after a rotation two signatures are sent, so that receivers can change their secret at leisure. */
const signingVersions = ({ secretVersion, previousSecretUntil }: Webhook, now: Instant) =>
  previousSecretUntil !== null && now < previousSecretUntil ? [secretVersion, secretVersion - 1] : [secretVersion]

/** The key that signs now. */
export const signingKey = ({ id, secretVersion }: Webhook): SigningKey => ({ webhook: id, version: secretVersion })
