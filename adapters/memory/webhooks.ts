import type { Webhooks } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { WebhookRow } from './rows.ts'
import type { Call, Transaction } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link Webhooks} in memory. */
export function memoryWebhooks(call: Call, tables: Tables): Webhooks {
  const { webhooks } = tables
  const ownedRow = (owner: string, id: string) => {
    const row = webhooks.get(id)
    return row?.webhook.owner === owner ? row : undefined
  }

  return {
    insert: (webhook) => call((transaction) => webhooks.put(transaction, { webhook, failures: 0 })),

    list: (owner) =>
      call(() =>
        webhooks
          .where('owner', owner)
          .map(({ webhook }) => webhook)
          .sort(newestFirst),
      ),

    findOwned: (owner, id) => call(() => ownedRow(owner, id)?.webhook),

    updateOwned: (owner, id, changed) =>
      call((transaction) => {
        const row = ownedRow(owner, id)
        if (row === undefined) return undefined
        const webhook = { ...row.webhook, ...changed }
        webhooks.put(transaction, { webhook, failures: changed.enabled ? 0 : row.failures })
        return webhook
      }),

    rotateOwned: (owner, id, previousUntil) =>
      call((transaction) => {
        const row = ownedRow(owner, id)
        if (row === undefined) return undefined
        const webhook = {
          ...row.webhook,
          secretVersion: row.webhook.secretVersion + 1,
          previousSecretUntil: previousUntil,
        }
        webhooks.put(transaction, { ...row, webhook })
        return webhook
      }),

    deleteOwned: (owner, id) =>
      call((transaction) => {
        const row = ownedRow(owner, id)
        if (row) removeWebhook(tables, transaction, row)
        return row !== undefined
      }),
  }
}

/** Removes a webhook with its deliveries. */
export function removeWebhook({ webhooks, deliveries }: Tables, transaction: Transaction, row: WebhookRow) {
  for (const delivery of deliveries.where('webhook', row.webhook.id)) deliveries.remove(transaction, delivery)
  webhooks.remove(transaction, row)
}
