import { err, ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { findPlanStatus } from '../billing/plan-status.ts'
import { defineUseCase } from '../use-case.ts'
import { toAccount } from './session.ts'

/** The caller's account, its active plan, and the base URL of the service's short links. */
export const getProfile = defineUseCase({
  name: 'getProfile',
  access: 'user',
  input: z.object({}),
  run: (ports, { userId }) =>
    safeTry(async function* () {
      const account = await ports.store.users.find(userId)
      if (account === undefined) return err({ type: 'not-logged-in' as const })
      const { effectivePlan } = yield* findPlanStatus(ports, userId)
      return ok({ account: toAccount(account), plan: effectivePlan, baseUrl: ports.policy.baseUrl })
    }),
})
