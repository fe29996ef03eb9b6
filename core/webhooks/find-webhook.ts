import type { ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { UserId, WebhookId } from '../kernel/ids.ts'
import type { Webhook } from './webhook.ts'
import type { Webhooks } from './webhooks.port.ts'

/** One of the owner's webhooks; another user's is `not-found`. */
export const findWebhook = (
  { webhooks }: { readonly webhooks: Webhooks },
  owner: UserId,
  id: WebhookId,
): ResultAsync<Webhook, ErrorOf<'not-found'>> => found(webhooks.findOwned(owner, id), 'Webhook')
