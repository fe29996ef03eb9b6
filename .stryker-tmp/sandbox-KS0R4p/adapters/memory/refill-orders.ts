import type { RefillOrder, RefillOrders } from '@shortlink/core'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'
import { meterOf } from './usage-meters.ts'

/** {@link RefillOrders} in memory. */
export function memoryRefillOrders(call: Call, { refillOrders, usageMeters }: Tables): RefillOrders {
  const isPending = ({ status }: RefillOrder) => status === 'OPEN' || status === 'REFUSED'

  return {
    open: (order) =>
      call((changes) => {
        const inPeriod = refillOrders
          .where('owner', order.owner)
          .filter(({ period }) => period.start === order.period.start)
        if (!inPeriod.some(isPending)) refillOrders.put(changes, order)
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
      call((changes) => {
        const due = refillOrders
          .all()
          .filter(({ status, nextAttemptAt }) => status === 'OPEN' && nextAttemptAt <= now)
          .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt)
          .slice(0, limit)
          .map((order) => ({ ...order, attempts: order.attempts + 1, nextAttemptAt: leaseUntil }))
        for (const order of due) refillOrders.put(changes, order)
        return due
      }),

    pay: (id, amount) =>
      call((changes) => {
        const order = refillOrders.get(id)
        if (order === undefined || order.status === 'PAID') return
        refillOrders.put(changes, { ...order, status: 'PAID', amount, failure: null })
        const usage = usageMeters.get(meterOf(order.owner, order.period.start))
        if (usage === undefined) return
        usageMeters.put(changes, {
          ...usage,
          refillLinks: usage.refillLinks + order.links,
          refillCount: usage.refillCount + 1,
        })
      }),

    fail: (id, failure, nextAttemptAt) =>
      call((changes) => {
        const order = refillOrders.get(id)
        if (order?.status !== 'OPEN') return
        refillOrders.put(
          changes,
          nextAttemptAt === null ? { ...order, failure, status: 'REFUSED' } : { ...order, failure, nextAttemptAt },
        )
      }),

    reconsider: (owner) =>
      call((changes) => {
        const refused = refillOrders.where('owner', owner).filter(({ status }) => status === 'REFUSED')
        for (const order of refused) refillOrders.put(changes, { ...order, status: 'CLOSED' })
      }),
  }
}
