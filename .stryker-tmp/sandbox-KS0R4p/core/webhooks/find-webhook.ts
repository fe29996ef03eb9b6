import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId, WebhookId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import type { Webhook } from './webhook.ts'

/** A webhook of the owner's. Somebody else's is told like a missing one. */
export const findWebhook = (store: Store, owner: UserId, id: WebhookId): ResultAsync<Webhook, ErrorOf<'not-found'>> =>
  ResultAsync.fromSafePromise(store.webhooks.findOwned(owner, id)).andThen((webhook) =>
    webhook ? okAsync(webhook) : errAsync({ type: 'not-found' as const, what: 'Webhook' as const }),
  )
