import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { isSignUpOpen, needsSignUpToken, type SignUpPolicy } from '../identity/sessions/sign-up-policy.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'

/** Public information about the service. */
export interface Service {
  /** The version of the packages, such as `0.2.0`. */
  readonly version: string
  /** The public URL below which the short links of the service's own host are. */
  readonly baseUrl: string
  /** The public URL of MCP; null while it is disabled. */
  readonly mcpUrl: string | null
  /** The public URL of MCP for apps that sign in; null while that is disabled. */
  readonly mcpOauthUrl: string | null
  /** The outside authorization server where apps sign in; null for the service's own one. */
  readonly oauthIssuer: string | null
  /** The current sign-up policy; `first` only until the first account is created. */
  readonly signup: SignUpPolicy
  /** Whether any account exists. */
  readonly hasAccounts: boolean
  /** Whether `signup` requires the token that the server printed at startup. */
  readonly signupNeedsToken: boolean
  /** Whether creating a link needs an account. */
  readonly accountNeeded: boolean
  /** Whether the payment provider is set up, so that plans can be bought. */
  readonly billing: boolean
  /** Whether the operator has geolocation data with cities. */
  readonly cities: boolean
  /** Whether visits are stored with the full IP address of the visitor. */
  readonly addressesKept: boolean
}

/** Information that clients need before a caller signs in. */
export const getService = defineUseCase({
  name: 'getService',
  access: 'anyone',
  scope: null,
  input: z.object({}),
  run: (ports) =>
    ResultAsync.fromSafePromise(Promise.all([signUpNow(ports), ports.store.users.isEmpty()])).map(
      ([signup, isEmpty]): Service => ({
        ...ports.policy.service,
        baseUrl: ports.policy.baseUrl,
        signup,
        hasAccounts: !isEmpty,
        signupNeedsToken: signup === 'first' && needsSignUpToken(ports.policy),
        accountNeeded: ports.policy.requireAuthForCreate,
        billing: ports.payments.configured,
      }),
    ),
})

/** After the first account the policy `first` refuses every sign-up, as `closed` does. */
const signUpNow = async (ports: Pick<Ports, 'store' | 'policy'>): Promise<SignUpPolicy> =>
  (await isSignUpOpen(ports)) ? ports.policy.signUp : 'closed'
