import type { Instant } from '../kernel/caller.ts'
import type { UserId, WebhookId } from '../kernel/ids.ts'
import type { Webhook } from './webhook.ts'

/** The fields that an owner may change; absent members keep their value. */
export type WebhookChanges = Partial<Pick<Webhook, 'url' | 'events' | 'enabled'>>

export interface Webhooks {
  insert(webhook: Webhook): Promise<void>
  /** Newest first. */
  list(owner: UserId): Promise<readonly Webhook[]>
  findOwned(owner: UserId, id: WebhookId): Promise<Webhook | undefined>
  /** The webhook after the change, or `undefined` if the owner has none with that id. Enabling a webhook resets its failure count. */
  updateOwned(owner: UserId, id: WebhookId, changes: WebhookChanges): Promise<Webhook | undefined>
  /** Increments `secretVersion` and sets `previousSecretUntil`; returns the changed webhook. */
  rotateOwned(owner: UserId, id: WebhookId, previousUntil: Instant): Promise<Webhook | undefined>
  /** Deletes the webhook with its deliveries; true if the owner had it. */
  deleteOwned(owner: UserId, id: WebhookId): Promise<boolean>
}
