import type { InstanceValues } from '../instance/instance-values.port.ts'
import type { Users } from './users.port.ts'

/** Who may sign up: every caller, the first account of the service only, or no caller. */
export const SIGN_UP_POLICIES = ['open', 'first', 'closed'] as const
export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number]

/** What the answer depends on; a part of all ports. */
interface SignUpPorts {
  readonly store: { readonly users: Pick<Users, 'isEmpty'>; readonly instance: Pick<InstanceValues, 'find'> }
  readonly policy: { readonly signUp: SignUpPolicy }
}

/** Name of the instance value that is set when an account is deleted. */
const ACCOUNT_DELETED = 'account deleted'

/**
 * Whether a sign-up can succeed now. Under `first` it cannot once any account has existed, so deleting the only account, even with a leaked key,
 * does not open sign-up again. Several concurrent callers may get true; the store accepts one of them.
 */
export const isSignUpOpen = async ({ store, policy }: SignUpPorts): Promise<boolean> =>
  policy.signUp === 'open' ||
  (policy.signUp === 'first' &&
    (await store.users.isEmpty()) &&
    (await store.instance.find(ACCOUNT_DELETED)) === undefined)

/** Records that an account existed. Call it with each deletion. */
export const rememberAccount = (instance: Pick<InstanceValues, 'settle'>): Promise<unknown> =>
  instance.settle(ACCOUNT_DELETED, 'true')
