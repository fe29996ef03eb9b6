import type { RefillOrder } from '@shortlink/core'
import type { RefillOrders } from '@shortlink/core/ports'
import { meterKeyOf } from '../rows.ts'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link RefillOrders} in memory. */
export function memoryRefillOrders(call: Call, { refillOrders, usageMeters }: Tables): RefillOrders {
  const isPending = ({ status }: RefillOrder) => status === 'OPEN' || status === 'REFUSED'

  return {
    open: (order) =>
      call((transaction) => {
        const inPeriod = refillOrders
          .where('owner', order.owner)
          .filter(({ period }) => period.start === order.period.start)
        if (!inPeriod.some(isPending)) refillOrders.put(transaction, order)
      }),

    latest: (owner) =>
      call(
        () => refillOrders.where('owner', owner).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))[0],
      ),

    spent: (owner, periodStart) =>
      call(() =>
        refillOrders
          .where('owner', owner)
          .filter(({ period, status }) => period.start === periodStart && status === 'PAID')
          .reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      ),

    claimDue: (now, leaseUntil, limit) =>
      call((transaction) => {
        const due = refillOrders
          .all()
          .filter(({ status, nextAttemptAt }) => status === 'OPEN' && nextAttemptAt <= now)
          .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt)
          .slice(0, limit)
          .map((order) => ({ ...order, attempts: order.attempts + 1, nextAttemptAt: leaseUntil }))
        for (const order of due) refillOrders.put(transaction, order)
        return due
      }),

    pay: (id, amount) =>
      call((transaction) => {
        const order = refillOrders.get(id)
        if (order === undefined || order.status === 'PAID') return
        refillOrders.put(transaction, { ...order, status: 'PAID', amount, failure: null })
        const usage = usageMeters.get(meterKeyOf(order.owner, order.period.start))
        if (usage === undefined) return
        usageMeters.put(transaction, {
          ...usage,
          refillLinks: usage.refillLinks + order.links,
          refillCount: usage.refillCount + 1,
        })
      }),

    fail: (id, failure, nextAttemptAt) =>
      call((transaction) => {
        const order = refillOrders.get(id)
        if (order?.status !== 'OPEN') return
        refillOrders.put(
          transaction,
          nextAttemptAt === null ? { ...order, failure, status: 'REFUSED' } : { ...order, failure, nextAttemptAt },
        )
      }),

    reconsider: (owner, now) =>
      call((transaction) => {
        for (const order of refillOrders.where('owner', owner)) {
          if (order.status === 'REFUSED') refillOrders.put(transaction, { ...order, status: 'CLOSED' })
          if (order.status === 'OPEN' && order.failure !== null) {
            refillOrders.put(transaction, { ...order, failure: null, nextAttemptAt: now })
          }
        }
      }),
  }
}
