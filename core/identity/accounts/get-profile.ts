import { err, ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { findPlanStatus } from '../../billing/plan-status.ts'
import { scopesOf } from '../../kernel/caller.ts'
import { scopesIn } from '../../kernel/scopes.ts'
import { defineUseCase } from '../../use-case.ts'
import { toAccount } from '../sessions/session.ts'

/** The caller's account, its active plan, the base URL of the service's short links, and the scopes of the caller's credential. */
export const getProfile = defineUseCase({
  name: 'getProfile',
  access: 'user',
  scope: null,
  input: z.object({}),
  run: (ports, caller) =>
    safeTry(async function* () {
      const account = await ports.store.users.find(caller.userId)
      if (account === undefined) return err({ type: 'not-logged-in' as const })
      const { effectivePlan } = yield* findPlanStatus(ports, caller.owner)
      return ok({
        account: toAccount(account),
        plan: effectivePlan,
        baseUrl: ports.policy.baseUrl,
        scopes: scopesIn(scopesOf(caller)),
      })
    }),
})
