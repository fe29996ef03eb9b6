import type { Instant, Subscriptions } from '@shortlink/core'
import { type EventOrder, isNewer } from '@shortlink/core/adapter'
import type { Call, Changes } from './scope.ts'
import type { Table } from './table.ts'
import type { Tables } from './tables.ts'

export interface KeptCustomer {
  readonly customer: string
  /** Null when the account is gone; then `dueAt` says when the provider is to be told. */
  readonly owner: string | null
  readonly asOf: EventOrder
  readonly dueAt: Instant | null
}

/** {@link Subscriptions} in memory. */
export function memorySubscriptions(call: Call, { subscriptions, customers }: Tables): Subscriptions {
  return {
    list: (owner) =>
      call(() => [
        ...subscriptions.where('owner', owner),
        ...customers.where('owner', owner).flatMap(({ customer }) => subscriptions.where('customer', customer)),
      ]),

    find: (id) => call(() => subscriptions.get(id)),

    apply: (subscription, isLatestOfItsSecond = false) =>
      call((changes) => {
        const kept = subscriptions.get(subscription.id)
        const { asOf } = subscription
        const isOrdered = isLatestOfItsSecond && kept?.asOf.at === asOf.at && kept.asOf.rank === asOf.rank
        if (kept === undefined || isOrdered || isNewer(asOf, kept.asOf)) subscriptions.put(changes, subscription)
      }),

    linkCustomer: (customer, owner, asOf) =>
      call((changes) => {
        const kept = customers.get(customer)
        if (kept === undefined || isNewer(asOf, kept.asOf))
          customers.put(changes, { customer, owner, asOf, dueAt: null })
      }),

    customerOf: (owner) =>
      call(() => customers.where('owner', owner).sort((a, b) => (isNewer(a.asOf, b.asOf) ? -1 : 1))[0]?.customer),

    claimOrphans: (now, leaseUntil, limit) =>
      call((changes) => {
        const due = customers
          .all()
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
          .slice(0, limit)
        for (const orphan of due) customers.put(changes, { ...orphan, dueAt: leaseUntil })
        return due.map(({ customer }) => customer)
      }),

    dropOrphan: (customer) =>
      call((changes) => {
        const kept = customers.get(customer)
        if (kept?.owner === null) customers.remove(changes, kept)
      }),
  }
}

/** Removes what is known of an account's subscriptions and use; its customers stay until the provider is told. */
export function removeBilling(tables: Tables, changes: Changes, owner: string) {
  const { subscriptions, customers, usageMeters, autoRefills, refillOrders } = tables
  for (const kept of customers.where('owner', owner)) {
    for (const subscription of subscriptions.where('customer', kept.customer))
      subscriptions.remove(changes, subscription)
    customers.put(changes, { ...kept, owner: null, dueAt: 0 })
  }
  removeOwned(subscriptions, changes, owner)
  removeOwned(usageMeters, changes, owner)
  removeOwned(autoRefills, changes, owner)
  removeOwned(refillOrders, changes, owner)
}

function removeOwned<Row extends object, Index extends string>(
  table: Table<Row, Index | 'owner'>,
  changes: Changes,
  owner: string,
) {
  for (const row of table.where('owner', owner)) table.remove(changes, row)
}
