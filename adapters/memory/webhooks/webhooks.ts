import type { Webhook } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { Webhooks } from '@shortlink/core/ports'
import type { Call, Transaction } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link Webhooks} in memory. */
export function memoryWebhooks(call: Call, tables: Tables): Webhooks {
  const { webhooks } = tables
  const owned = (owner: string, id: string) => {
    const webhook = webhooks.get(id)
    return webhook?.owner === owner ? webhook : undefined
  }

  return {
    insert: (webhook) => call((transaction) => webhooks.put(transaction, webhook)),

    list: (owner) => call(() => webhooks.where('owner', owner).sort(newestFirst)),

    findOwned: (owner, id) => call(() => owned(owner, id)),

    updateOwned: (owner, id, changed) =>
      call((transaction) => {
        const webhook = owned(owner, id)
        if (webhook === undefined) return undefined
        const updated = { ...webhook, ...changed, ...(changed.enabled && { failures: 0 }) }
        webhooks.put(transaction, updated)
        return updated
      }),

    rotateOwned: (owner, id, previousUntil) =>
      call((transaction) => {
        const webhook = owned(owner, id)
        if (webhook === undefined) return undefined
        const { secretVersion } = webhook
        const rotated = { ...webhook, secretVersion: secretVersion + 1, previousSecretUntil: previousUntil }
        webhooks.put(transaction, rotated)
        return rotated
      }),

    deleteOwned: (owner, id) =>
      call((transaction) => {
        const webhook = owned(owner, id)
        if (webhook) removeWebhook(tables, transaction, webhook)
        return webhook !== undefined
      }),
  }
}

/** Removes a webhook with its deliveries. */
export function removeWebhook({ webhooks, deliveries }: Tables, transaction: Transaction, webhook: Webhook) {
  for (const delivery of deliveries.where('webhook', webhook.id)) deliveries.remove(transaction, delivery)
  webhooks.remove(transaction, webhook)
}
