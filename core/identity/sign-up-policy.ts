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

/** Name of the instance value that is there once an account was deleted. */
const ACCOUNT_DELETED = 'account deleted'

/**
 * Whether a sign-up can succeed now. Under `first` no account may ever have been: who deletes the only one, by a leaked key even, opens nothing. It
 * may be true for concurrent callers; the store accepts one of them.
 */
export const isSignUpOpen = async ({ store, policy }: SignUpPorts): Promise<boolean> =>
  policy.signUp === 'open' ||
  (policy.signUp === 'first' &&
    (await store.users.isEmpty()) &&
    (await store.instance.find(ACCOUNT_DELETED)) === undefined)

/** Remembers that there was an account. Called with each deletion. */
export const rememberAccount = (instance: Pick<InstanceValues, 'settle'>): Promise<unknown> =>
  instance.settle(ACCOUNT_DELETED, 'true')
