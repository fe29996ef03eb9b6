import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'
import { findPlanStatus } from './plan-status.ts'
import { NO_AUTO_REFILL } from './usage.ts'

/** The caller's subscription, effective plan and entitlements. */
export const getSubscription = defineUseCase({
  name: 'getSubscription',
  access: 'user',
  scope: 'billing:read',
  input: z.object({}),
  run: (ports, caller) =>
    findPlanStatus(ports, caller.owner).andThen((status) =>
      ResultAsync.fromSafePromise(ports.store.usageMeters.autoRefill(caller.owner)).map((setting) => ({
        ...status,
        autoRefillEnabled: (setting ?? NO_AUTO_REFILL).enabled,
      })),
    ),
})
