import type { InstanceValues } from '../../instance/instance-values.port.ts'
import type { Users } from '../users.port.ts'

/** Sign-up policy: every caller, only the first account of the service, callers with an invitation, or no caller. */
export const SIGN_UP_POLICIES = ['open', 'first', 'invite', 'closed'] as const
export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number]

/** The ports that the result depends on; a part of all ports. */
interface SignUpPorts {
  readonly store: { readonly users: Pick<Users, 'isEmpty'>; readonly instance: Pick<InstanceValues, 'find'> }
  readonly policy: { readonly signUp: SignUpPolicy }
}

/** Whether the first sign-up must provide the token of the policy. */
export const needsSignUpToken = <
  P extends { readonly signUp: SignUpPolicy; readonly signUpToken?: string | undefined },
>(
  policy: P,
): policy is P & { readonly signUpToken: string } => policy.signUp === 'first' && policy.signUpToken !== undefined

/** Name of the instance value that is set when an account is deleted. */
const ACCOUNT_DELETED = 'account deleted'

/**
 * Whether a sign-up can succeed now, under `invite` with an invitation. Under `first` it cannot once any account has existed, so deleting the only account, even with a leaked key,
 * does not open sign-up again. Several concurrent callers may get true; the store accepts one of them.
 */
export const isSignUpOpen = async ({ store, policy }: SignUpPorts): Promise<boolean> =>
  policy.signUp === 'open' ||
  policy.signUp === 'invite' ||
  (policy.signUp === 'first' &&
    (await store.users.isEmpty()) &&
    (await store.instance.find(ACCOUNT_DELETED)) === undefined)

/** Name of the instance value that holds the generated sign-up token, so that all replicas require the same one. */
const SIGN_UP_TOKEN = 'sign-up token'

/**
 * The token that the first sign-up must provide: an earlier one of the instance, or the given one, which then becomes the instance's. A
 * stranger who finds the host before its operator has created an account cannot take it over.
 */
export const keepSignUpToken = async (
  instance: Pick<InstanceValues, 'find' | 'settle'>,
  fresh: string,
): Promise<string> => (await instance.find(SIGN_UP_TOKEN)) ?? (await instance.settle(SIGN_UP_TOKEN, fresh))

/** Records that an account existed. Call it with each deletion. */
export const rememberAccount = (instance: Pick<InstanceValues, 'settle'>): Promise<unknown> =>
  instance.settle(ACCOUNT_DELETED, 'true')
