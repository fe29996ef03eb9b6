import type { AutoRefill, Period, Usage, UsageMeters, UserId } from '@shortlink/core'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

export interface KeptAutoRefill {
  readonly owner: UserId
  readonly setting: AutoRefill
}

/** Where a month's meter is kept. */
export const meterOf = (owner: string, periodStart: number) => `${owner} ${periodStart}`

/** {@link UsageMeters} in memory. Atomic work runs one after another, so a meter needs no lock. */
export function memoryUsageMeters(call: Call, { usageMeters, autoRefills }: Tables): UsageMeters {
  const find = (owner: UserId, period: Period): Usage =>
    usageMeters.get(meterOf(owner, period.start)) ?? {
      owner,
      period,
      linksCreated: 0,
      refillLinks: 0,
      refillCount: 0,
    }

  return {
    find: (owner, periodStart) => call(() => usageMeters.get(meterOf(owner, periodStart))),

    spend: (owner, period, links, allowance) =>
      call((changes) => {
        const usage = find(owner, period)
        const linksCreated = usage.linksCreated + links
        if (linksCreated > allowance + usage.refillLinks) return 'used up'
        const spent = { ...usage, linksCreated }
        usageMeters.put(changes, spent)
        return spent
      }),

    lock: (owner, period) =>
      call((changes) => {
        const usage = find(owner, period)
        usageMeters.put(changes, usage)
        return usage
      }),

    autoRefill: (owner) => call(() => autoRefills.get(owner)?.setting),

    saveAutoRefill: (owner, setting) => call((changes) => autoRefills.put(changes, { owner, setting })),
  }
}
