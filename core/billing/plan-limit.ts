import type { ErrorOf } from '../kernel/errors.ts'
import type { Payments } from './billing.port.ts'
import type { Plan } from './plan.ts'

const BY_OPERATOR = 'the operator of this server assigns plans with "shortlink plan set"'

/** `plan-limit` for an account on the plan. If no plan is on sale, the message adds how an account gets a larger one. */
export const planLimit = (
  { payments }: { readonly payments: Payments },
  plan: Plan,
  message: string,
): ErrorOf<'plan-limit'> => ({
  type: 'plan-limit',
  message: payments.configured || plan === 'PRO' ? message : `${message}; ${BY_OPERATOR}`,
})
