import { isNewer } from '@shortlink/core/adapter'
import type { Subscriptions } from '@shortlink/core/ports'
import type { Call, Transaction } from '../scope.ts'
import type { Table } from '../table.ts'
import type { Tables } from '../tables.ts'

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
      call((transaction) => {
        const row = subscriptions.get(subscription.id)
        const { asOf } = subscription
        const isOrdered = isLatestOfItsSecond && row?.asOf.at === asOf.at && row.asOf.rank === asOf.rank
        if (row === undefined || isOrdered || isNewer(asOf, row.asOf)) subscriptions.put(transaction, subscription)
      }),

    linkCustomer: (customer, owner, asOf) =>
      call((transaction) => {
        const row = customers.get(customer)
        if (row === undefined || isNewer(asOf, row.asOf))
          customers.put(transaction, { customer, owner, asOf, dueAt: null })
      }),

    customerOf: (owner) =>
      call(() => customers.where('owner', owner).sort((a, b) => (isNewer(a.asOf, b.asOf) ? -1 : 1))[0]?.customer),

    claimOrphans: (now, leaseUntil, limit) =>
      call((transaction) => {
        const due = customers
          .all()
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
          .slice(0, limit)
        for (const orphan of due) customers.put(transaction, { ...orphan, dueAt: leaseUntil })
        return due.map(({ customer }) => customer)
      }),

    dropOrphan: (customer) =>
      call((transaction) => {
        const row = customers.get(customer)
        if (row?.owner === null) customers.remove(transaction, row)
      }),
  }
}

/** Removes the subscriptions and usage of an account; its customers stay until the provider has deleted them. */
export function removeBilling(tables: Tables, transaction: Transaction, owner: string) {
  const { subscriptions, customers, usageMeters, autoRefills, refillOrders } = tables
  for (const row of customers.where('owner', owner)) {
    for (const subscription of subscriptions.where('customer', row.customer))
      subscriptions.remove(transaction, subscription)
    customers.put(transaction, { ...row, owner: null, dueAt: 0 })
  }
  removeOwned(subscriptions, transaction, owner)
  removeOwned(usageMeters, transaction, owner)
  removeOwned(autoRefills, transaction, owner)
  removeOwned(refillOrders, transaction, owner)
}

function removeOwned<Row extends object, Index extends string>(
  table: Table<Row, Index | 'owner'>,
  transaction: Transaction,
  owner: string,
) {
  for (const row of table.where('owner', owner)) table.remove(transaction, row)
}
