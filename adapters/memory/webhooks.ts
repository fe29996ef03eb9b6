import type { Webhook, Webhooks } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { Call, Changes } from './scope.ts'
import type { Tables } from './tables.ts'

export interface KeptWebhook {
  readonly webhook: Webhook
  /** Failed events in a row. */
  readonly failures: number
}

/** {@link Webhooks} in memory. */
export function memoryWebhooks(call: Call, tables: Tables): Webhooks {
  const { webhooks } = tables
  const findOwned = (owner: string, id: string) => {
    const kept = webhooks.get(id)
    return kept?.webhook.owner === owner ? kept : undefined
  }

  return {
    insert: (webhook) => call((changes) => webhooks.put(changes, { webhook, failures: 0 })),

    list: (owner) =>
      call(() =>
        webhooks
          .where('owner', owner)
          .map(({ webhook }) => webhook)
          .sort(newestFirst),
      ),

    findOwned: (owner, id) => call(() => findOwned(owner, id)?.webhook),

    updateOwned: (owner, id, changed) =>
      call((changes) => {
        const kept = findOwned(owner, id)
        if (kept === undefined) return undefined
        const webhook = { ...kept.webhook, ...changed }
        webhooks.put(changes, { webhook, failures: changed.enabled ? 0 : kept.failures })
        return webhook
      }),

    rotateOwned: (owner, id, previousUntil) =>
      call((changes) => {
        const kept = findOwned(owner, id)
        if (kept === undefined) return undefined
        const webhook = {
          ...kept.webhook,
          secretVersion: kept.webhook.secretVersion + 1,
          previousSecretUntil: previousUntil,
        }
        webhooks.put(changes, { ...kept, webhook })
        return webhook
      }),

    deleteOwned: (owner, id) =>
      call((changes) => {
        const kept = findOwned(owner, id)
        if (kept) removeWebhook(tables, changes, kept)
        return kept !== undefined
      }),
  }
}

/** Removes a webhook with its deliveries. */
export function removeWebhook({ webhooks, deliveries }: Tables, changes: Changes, kept: KeptWebhook) {
  for (const delivery of deliveries.where('webhook', kept.webhook.id)) deliveries.remove(changes, delivery)
  webhooks.remove(changes, kept)
}
