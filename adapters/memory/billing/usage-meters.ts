import type { Period, Usage, UserId } from '@shortlink/core'
import type { UsageMeters } from '@shortlink/core/ports'
import { meterKeyOf } from '../rows.ts'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link UsageMeters} in memory. Atomic work runs one at a time, so a meter needs no lock. */
export function memoryUsageMeters(call: Call, { usageMeters, autoRefills }: Tables): UsageMeters {
  const find = (owner: UserId, period: Period): Usage =>
    usageMeters.get(meterKeyOf(owner, period.start)) ?? {
      owner,
      period,
      linksCreated: 0,
      refillLinks: 0,
      refillCount: 0,
    }

  return {
    find: (owner, periodStart) => call(() => usageMeters.get(meterKeyOf(owner, periodStart))),

    spend: (owner, period, links, allowance) =>
      call((transaction) => {
        const usage = find(owner, period)
        const linksCreated = usage.linksCreated + links
        if (linksCreated > allowance + usage.refillLinks) return 'used up'
        const spent = { ...usage, linksCreated }
        usageMeters.put(transaction, spent)
        return spent
      }),

    lock: (owner, period) =>
      call((transaction) => {
        const usage = find(owner, period)
        usageMeters.put(transaction, usage)
        return usage
      }),

    autoRefill: (owner) => call(() => autoRefills.get(owner)?.setting),

    saveAutoRefill: (owner, setting) => call((transaction) => autoRefills.put(transaction, { owner, setting })),
  }
}
