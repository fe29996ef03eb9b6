import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { Instant, User } from '../kernel/caller.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { meteredMonth } from './plan-status.ts'

/** Usage in the current month of use; zeros and null for an account that is not metered. */
export interface UsageReport {
  readonly linksCreated: number
  readonly allowance: number
  readonly refillLinks: number
  readonly refillCount: number
  readonly periodStart: Instant | null
  readonly periodEnd: Instant | null
}

const UNMETERED: UsageReport = {
  linksCreated: 0,
  allowance: 0,
  refillLinks: 0,
  refillCount: 0,
  periodStart: null,
  periodEnd: null,
}

/** The caller's usage of its link quota. */
export const getUsage = defineUseCase({
  name: 'getUsage',
  access: 'user',
  scope: 'billing:read',
  input: z.object({}),
  run: (ports, caller) => ResultAsync.fromSafePromise(readMeter(ports, caller)),
})

async function readMeter(ports: Ports, { owner }: User): Promise<UsageReport> {
  const month = await meteredMonth(ports, owner)
  if (month === undefined) return UNMETERED
  const usage = await ports.store.usageMeters.find(owner, month.period.start)
  return {
    linksCreated: usage?.linksCreated ?? 0,
    allowance: month.allowance,
    refillLinks: usage?.refillLinks ?? 0,
    refillCount: usage?.refillCount ?? 0,
    periodStart: month.period.start,
    periodEnd: month.period.end,
  }
}
