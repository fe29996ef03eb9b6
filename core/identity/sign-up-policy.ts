import type { Users } from './users.port.ts'

/** Who may sign up: every caller, the first account of the service only, or no caller. */
export const SIGN_UP_POLICIES = ['open', 'first', 'closed'] as const
export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number]

/** What the answer depends on; a part of all ports. */
interface SignUpPorts {
  readonly store: { readonly users: Pick<Users, 'isEmpty'> }
  readonly policy: { readonly signUp: SignUpPolicy }
}

/** Whether a sign-up can succeed now. Under `first` this may be true for concurrent callers; the store accepts one of them. */
export const isSignUpOpen = async ({ store, policy }: SignUpPorts): Promise<boolean> =>
  policy.signUp === 'open' || (policy.signUp === 'first' && (await store.users.isEmpty()))
