import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { UserId } from '../kernel/ids.ts'
import { definedOnly } from '../kernel/input.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { meteredMonth, orderRefill } from './plan-status.ts'
import { type AutoRefill, NO_AUTO_REFILL } from './usage.ts'

/** The setting, with what became of the last order if it did not go through. */
export interface AutoRefillReport extends AutoRefill {
  readonly failure: string | null
}

/** The caller's auto-refill setting. */
export const getAutoRefill = defineUseCase({
  name: 'getAutoRefill',
  access: 'user',
  input: z.object({}),
  run: (ports, caller) => ResultAsync.fromSafePromise(report(ports, caller.userId)),
})

const whole = (name: string, min: number, max: number) =>
  z
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`)
    .optional()

/** Every pack has one price, so its size has a bound. */
const PACK_LINKS = 10_000
/** Even in hundredths and added up it is far from where integers end. */
const MOST_SPEND = 1_000_000

const Changes = z.object({
  enabled: z.boolean('enabled must be true or false').optional(),
  thresholdPercent: whole('thresholdPercent', 1, 100),
  refillPackLinks: whole('refillPackLinks', 1, PACK_LINKS),
  maxMonthlySpend: whole('maxMonthlySpend', 0, MOST_SPEND),
})

/** Changes the caller's auto-refill setting; what is left out stays. What was refused or declined before is tried anew. */
export const updateAutoRefill = defineUseCase({
  name: 'updateAutoRefill',
  access: 'user',
  input: Changes,
  run: (ports, caller, asked) =>
    ports.store.atomic((store) => ResultAsync.fromSafePromise(change({ ...ports, store }, caller.userId, asked))),
})

async function change(ports: Ports, owner: UserId, asked: z.output<typeof Changes>): Promise<AutoRefillReport> {
  const { usageMeters, refillOrders, users } = ports.store
  await users.lock(owner)
  const before = (await usageMeters.autoRefill(owner)) ?? NO_AUTO_REFILL
  await usageMeters.saveAutoRefill(owner, { ...before, ...definedOnly(asked) })
  const month = await meteredMonth(ports, owner)
  // The meter before the orders, as everybody does who holds both.
  const usage = month && (await usageMeters.lock(owner, month.period))
  await refillOrders.reconsider(owner, ports.clock.now())
  // Where the quota is used up no link is created any more that would put a pack on order.
  if (usage) await orderRefill(ports, usage, month.allowance)
  return report(ports, owner)
}

async function report({ store, clock }: Ports, owner: UserId): Promise<AutoRefillReport> {
  const setting = await store.usageMeters.autoRefill(owner)
  const order = await store.refillOrders.latest(owner)
  const concerns = order !== undefined && order.status !== 'CLOSED' && clock.now() < order.period.end
  return { ...(setting ?? NO_AUTO_REFILL), failure: concerns ? order.failure : null }
}
